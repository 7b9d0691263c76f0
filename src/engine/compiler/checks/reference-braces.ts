import { ROOTS } from '../reference.ts';
import type { Check } from './check.ts';

const NAME = `(?:${ROOTS.join('|')})(?:\\.[A-Za-z0-9_-]+|\\[\\d*\\])+`;
const FORMAT = '(?: ?\\| ?[A-Za-z]+)?';

/** What is written for a reference inside a text, right or wrong: `{$item.id}`, `$item.id`, `{item.id}`, `｛$item.id｝`. */
const MEANT = new RegExp(
  `(?:\\$?\\{{1,2}|｛)\\s*\\$?(?<braced>${NAME}${FORMAT})\\s*(?:\\}{1,2}|｝)|(?<![{$\\w])\\$(?<bare>${NAME})`,
  'g',
);

export default {
  meta: {
    code: 'reference-braces',
    severity: 'error',
    title: { zh: '文字里的引用少了花括号', en: 'Reference in a text without its braces' },
    description: {
      zh: '文字中间的引用要写成 {$…}，花括号是英文的。写成别的样子，买家看到的、链接去的就是这几个字母本身。',
      en: 'A reference inside a text is written {$…}. Written otherwise, buyers see just these letters, and links lead to them.',
    },
    example: {
      bad: `data: { products: { call: product.list } }
blocks:
  - { block: text, text: 共 $data.products.total 种 }
`,
      good: `data: { products: { call: product.list } }
blocks:
  - { block: text, text: '共 {$data.products.total} 种' }
`,
    },
  },
  scope: 'file',
  create({ report, yaml }) {
    return {
      text({ text, pointer }) {
        // A text that begins with $ is a reference as a whole, or reported by reference-unknown; one with $$ is literal.
        if (!/[.]/.test(text) || /^\$(?!\{)/.test(text)) return;
        for (const { 0: written, groups } of text.matchAll(MEANT)) {
          if (written.includes('{$')) continue;
          const right = `{$${groups?.['braced'] ?? groups?.['bare']}}`;
          report({
            at: { pointer, within: written },
            message: {
              zh: `${written} 会原样显示，不会换成它的值`,
              en: `${written} stays as it is written, and is not replaced by its value`,
            },
            hint: { zh: `写成 ${right}，整段文字加引号。`, en: `Write ${right}, and quote the whole text.` },
            ...(!yaml.isBareInBrackets(pointer) && { replacement: right }),
          });
        }
      },
    };
  },
} satisfies Check as Check;
