import { asObject } from '../json.ts';
import type { Check } from './check.ts';

const MARKUP = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>|&(?:nbsp|amp|lt|gt|quot|#\d+);/i;

export default {
  meta: {
    code: 'html-text',
    severity: 'warning',
    title: { zh: '文字里的 HTML', en: 'HTML in a text' },
    description: {
      zh: '文字原样显示：写 <b>满减</b>，买家看到的就是 <b>满减</b>。要换行、加粗时用几个区块；成篇的图文由文章提供，用 rich-text 显示。',
      en: 'Texts are shown as they are written: buyers would see the tags. Use several blocks for lines and emphasis; articles with markup come from the server and are shown by rich-text.',
    },
    example: {
      bad: `blocks:
  - { block: text, text: '<b>满减</b>专区' }
`,
      good: `blocks:
  - { block: text, text: 满减专区, level: title }
`,
    },
  },
  scope: 'file',
  create({ report }) {
    return {
      owner({ value, pointer }) {
        judge(value['title'], [...pointer, 'title']);
      },
      text({ text, pointer, use, expected }) {
        const { format, contentMediaType } = asObject(expected);
        if (use === 'message' || (use === 'prop' && format === undefined && contentMediaType !== 'text/html'))
          judge(text, pointer);
      },
    };

    function judge(text: unknown, pointer: readonly (string | number)[]): void {
      const [markup] = (typeof text === 'string' && text.length > 2 && MARKUP.exec(text)) || [];
      if (markup === undefined) return;
      report({
        at: { pointer, within: markup },
        message: {
          zh: `文字里的 ${markup} 会原样显示给买家`,
          en: `${markup} is shown to buyers as it is written`,
        },
        hint: {
          zh: '去掉它；要分行或加重，拆成几个区块。',
          en: 'Remove it; use several blocks for lines or emphasis.',
        },
      });
    }
  },
} satisfies Check as Check;
