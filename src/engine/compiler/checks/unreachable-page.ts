import type { Check } from './check.ts';

export default {
  meta: {
    code: 'unreachable-page',
    severity: 'warning',
    title: { zh: '打不开的页面', en: 'Page that cannot be opened' },
    description: {
      zh: '没有地址、也没有子页面的页面谁也打不开；有子页面的页面不写 redirect、又没有子页面用它的地址时，那个地址不会显示任何东西。',
      en: 'A page without an address and without children can never be opened; the address of a page with children leads to nothing unless it redirects or a child has the same one.',
    },
    example: {
      file: 'config/pages/sale.yaml',
      bad: `name: sale
blocks: []
`,
      good: `name: sale
path: /sale
blocks: []
`,
    },
  },
  scope: 'whole',
  run({ routes, report }) {
    for (const { file, pointer, name, path, alias, isLayout, isUnclear } of routes.pages) {
      if (name === undefined || isUnclear) continue;
      if (isLayout && path !== undefined && routes.match(path) === undefined) {
        report(file, {
          at: { pointer: [...pointer, 'path'] },
          message: {
            zh: `${name} 自己不显示，也没有子页面用 ${path}，这个地址打不开`,
            en: `${name} shows only its children, and none of them has ${path}: it cannot be opened`,
          },
          hint: {
            zh: '写 redirect 转到一个子页面，或把地址给其中一个子页面。',
            en: 'Add a redirect to one of the children, or give one of them the address.',
          },
        });
      } else if (!isLayout && path === undefined && alias.length === 0) {
        report(file, {
          at: { pointer: [...pointer, 'name'] },
          message: {
            zh: `${name} 没有地址，谁也打不开`,
            en: `${name} has no address, so nobody can open it`,
          },
          hint: { zh: '加上 path。', en: 'Add a path.' },
        });
      }
    }
  },
} satisfies Check as Check;
