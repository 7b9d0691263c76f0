import { asObject } from '../json.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'data-push',
    severity: 'error',
    title: { zh: '服务器不推送的接口', en: 'Call that the server does not announce' },
    description: {
      zh: '写了 refresh: { push: true } 的数据等服务器说它变了才重取；接口没有声明 push，就永远等不到。',
      en: 'Data with refresh: { push: true } waits for the server to announce it; without push in the call it waits for ever.',
    },
    example: {
      bad: `data: { products: { call: product.list, refresh: { push: true } } }
blocks: []
`,
      good: `data: { products: { call: product.list, refresh: { every: 30 } } }
blocks: []
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    return {
      data({ value, pointer }) {
        if (asObject(value['refresh'])['push'] !== true) return;
        const name = value['call'];
        const call = typeof name === 'string' ? project.calls.get(name)?.config : undefined;
        if (call === undefined || call.push === true) return;
        report({
          at: { pointer: [...pointer, 'refresh', 'push'] },
          message: {
            zh: `服务器不会说 ${String(name)} 变了`,
            en: `the server does not announce ${String(name)}`,
          },
          hint: {
            zh: '改写 refresh: { every: 秒数 }，或请开发在 config/api 中声明并实现 push。',
            en: 'Write refresh: { every: seconds }, or have push declared in config/api and implemented.',
          },
        });
      },
    };
  },
} satisfies Check as Check;
