import { roleNames, VISITOR } from '../schema/site.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'data-access',
    severity: 'warning',
    title: { zh: '看页面的人取不到的数据', en: 'Data that readers of the page cannot fetch' },
    description: {
      zh: '接口要求的权限比页面高时，一部分人打开页面会取数失败。用 when 写一个对 $user 的条件，只为取得到的人取。',
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
    const roles = roleNames(project.site);
    return {
      data({ name, value, pointer, owner }) {
        const call = project.calls.get(String(value['call']))?.config;
        const needed = call?.access ?? VISITOR;
        const page = owner.access ?? VISITOR;
        const condition = JSON.stringify(value['when'] ?? '');
        if (roles.indexOf(needed) <= roles.indexOf(page) || condition.includes('$user.')) return;
        const { when } = project.site.roles[needed] ?? {};
        const written = typeof when === 'string' ? when : JSON.stringify(when);
        report({
          at: { pointer: [...pointer, 'call'] },
          message: {
            zh: `${name} 的接口要 ${needed}，页面是 ${page} 就能看`,
            en: `${name} needs ${needed}, the page only ${page}`,
          },
          hint: {
            zh: `给这项数据加上 when: ${written}，或提高页面的 access。`,
            en: `Add when: ${written} to it, or raise the access of the page.`,
          },
        });
      },
    };
  },
} satisfies Check as Check;
