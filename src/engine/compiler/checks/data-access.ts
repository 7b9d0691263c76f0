import type { Access } from '../walk/nodes.ts';
import type { Check } from './check.ts';

const RANK: Record<Access, number> = { visitor: 0, member: 1, approved: 2, staff: 3 };

export default {
  meta: {
    code: 'data-access',
    severity: 'warning',
    title: { zh: '看页面的人取不到的数据', en: 'Data that readers of the page cannot fetch' },
    description: {
      zh: '接口要求的权限比页面高时，一部分人打开页面会取数失败。用 when: $user.show 等条件只为取得到的人取。',
      en: 'When a call asks for more rights than its page, some readers meet a failure. Fetch it only for those who may, with when.',
    },
    example: {
      bad: `data: { cart: { call: cart.list } }
blocks: []
`,
      good: `data: { cart: { call: cart.list, when: $user.show } }
blocks: []
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    return {
      data({ name, value, pointer, owner }) {
        const call = project.calls.get(String(value['call']))?.config;
        const needed = call?.access ?? 'visitor';
        const page = owner.access ?? 'visitor';
        const condition = JSON.stringify(value['when'] ?? '');
        if (RANK[needed] <= RANK[page] || condition.includes('$user.')) return;
        report({
          at: { pointer: [...pointer, 'call'] },
          message: {
            zh: `${name} 的接口要 ${needed}，页面是 ${page} 就能看`,
            en: `${name} needs ${needed}, the page only ${page}`,
          },
          hint: {
            zh: '给这项数据加上 when: $user.show，或提高页面的 access。',
            en: 'Add when: $user.show to it, or raise the access of the page.',
          },
        });
      },
    };
  },
} satisfies Check as Check;
