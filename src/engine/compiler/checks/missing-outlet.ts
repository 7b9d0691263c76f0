import { asList, asObject } from '../json.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'missing-outlet',
    severity: 'error',
    title: { zh: '没有放子页面的位置', en: 'No place for child pages' },
    description: {
      zh: '有子页面的页面若写了 blocks，其中要有 outlet；子页面就显示在那里，没有它什么也不显示。不写 blocks 则只显示子页面。',
      en: 'A page with children and blocks needs an outlet among them: that is where the children show. Without blocks only the children show.',
    },
    example: {
      file: 'config/pages/news.yaml',
      bad: `name: news
blocks:
  - { block: text, text: 新闻 }
children:
  - { name: hy, path: /news/hy, blocks: [] }
`,
      good: `name: news
blocks:
  - { block: text, text: 新闻 }
  - { block: outlet }
children:
  - { name: hy, path: /news/hy, blocks: [] }
`,
    },
  },
  scope: 'file',
  create({ report }) {
    return {
      owner({ value, pointer }) {
        if (
          asList(value['children']).length === 0 ||
          value['blocks'] === undefined ||
          holdsOutlet(value['blocks'])
        )
          return;
        report({
          at: { pointer: [...pointer, 'blocks'], part: 'key' },
          message: { zh: '有子页面，却没有放它们的位置', en: 'there are child pages but no place for them' },
          hint: { zh: '在 blocks 里加上 - block: outlet。', en: 'Add - block: outlet to the blocks.' },
          lacking: [...pointer, 'blocks'],
        });
      },
    };
  },
} satisfies Check as Check;

function holdsOutlet(blocks: unknown): boolean {
  return asList(blocks).some((each) => {
    const { block, area, blocks: inner } = asObject(each);
    return (block === 'outlet' && area === undefined) || holdsOutlet(inner);
  });
}
