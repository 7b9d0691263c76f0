import { asList } from '../json.ts';
import type { OwnerNode } from '../walk/nodes.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'missing-title',
    severity: 'warning',
    title: { zh: '没有标题的页面', en: 'Page without a title' },
    description: {
      zh: '没有 title 的页面，浏览器页签、收藏夹和搜索结果里只有站名，分不清是哪一页。子页面没写的，用父页面的。',
      en: 'Without a title a page is only the name of the site in the tab, in bookmarks and in search results. A child takes over that of the page around it.',
    },
    example: {
      bad: `blocks:
  - { block: text, text: 你好 }
`,
      good: `title: 问候
blocks:
  - { block: text, text: 你好 }
`,
    },
  },
  scope: 'file',
  create({ report }) {
    return {
      owner(owner) {
        const { kind, value, pointer } = owner;
        const isShown = asList(value['children']).length === 0 && asList(value['blocks']).length > 0;
        if (kind !== 'page' || !isShown || value['redirect'] !== undefined || isTitled(owner)) return;
        report({
          at: { pointer: [...pointer, 'name'] },
          message: { zh: '页面没有标题', en: 'the page has no title' },
          hint: { zh: '加上 title，会显示在页签上。', en: 'Add a title; the tab shows it.' },
          lacking: pointer,
        });
      },
    };
  },
} satisfies Check as Check;

/** Does it, or a page around it, have a title? */
function isTitled({ value, parent }: OwnerNode): boolean {
  return value['title'] !== undefined || (parent !== undefined && isTitled(parent));
}
