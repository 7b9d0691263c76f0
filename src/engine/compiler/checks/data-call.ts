import { endpointOf, isRead } from '../schema/call.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'data-call',
    severity: 'error',
    title: { zh: '不能用作数据的接口', en: 'Call that changes something' },
    description: {
      zh: '页面一打开就取数据；会改动东西的接口放在动作里。只读的 POST 在声明里写 read: true。',
      en: 'Data is fetched as the page opens; a call that changes something belongs in an action. A POST that only reads says read: true.',
    },
    example: {
      bad: `data: { added: { call: cart.add, body: { id: 1, number: 1 } } }
blocks: []
`,
      good: `blocks:
  - block: buttons
    items: [{ text: 加入购物车 }]
    on: { press: [{ call: cart.add, body: { id: 1, number: 1 } }] }
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    return {
      data({ value, pointer }) {
        const name = value['call'];
        const call = typeof name === 'string' ? project.calls.get(name)?.config : undefined;
        if (call === undefined || isRead(call, project.queries)) return;
        report({
          at: { pointer: [...pointer, 'call'] },
          message: {
            zh: `${String(name)} 会改动东西（${endpointOf(call).method}），不能用作数据`,
            en: `${String(name)} (${endpointOf(call).method}) may change something and cannot be data`,
          },
          hint: {
            zh: '放进 on 的动作里；若它只读，在 config/api 中给它写 read: true。',
            en: 'Move it into an action; if it only reads, give it read: true in config/api.',
          },
        });
      },
    };
  },
} satisfies Check as Check;
