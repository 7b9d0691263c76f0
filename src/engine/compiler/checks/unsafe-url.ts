import { isLink, readLink } from '../walk/link.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'unsafe-url',
    severity: 'error',
    title: { zh: '不安全的网址', en: 'Unsafe URL' },
    description: {
      zh: 'javascript: 之类的网址会在买家的浏览器里执行程序；// 开头的网址会离开本站。',
      en: 'A URL such as javascript: runs a program in the buyer’s browser; one that starts with // leaves the site.',
    },
    example: {
      bad: `blocks:
  - block: buttons
    items: [{ text: 官网, to: //example.com }]
`,
      good: `blocks:
  - block: buttons
    items: [{ text: 官网, to: https://example.com }]
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    return {
      text(node) {
        const target = readLink(node.text);
        if (target.kind !== 'unsafe') return;
        const isScript = /^\s*(javascript|vbscript|data):/i.test(node.text);
        if (!isScript && !isLink(node, project.library)) return;
        report({
          at: { pointer: node.pointer },
          message:
            target.why === 'host'
              ? { zh: `${node.text} 会离开本站`, en: `${node.text} leaves the site` }
              : {
                  zh: `${node.text} 不是可以放心打开的网址`,
                  en: `${node.text} is not a URL that is safe to open`,
                },
          hint: {
            zh: '站内地址以一个 / 开头；站外网址写全 https://…。',
            en: 'A path of this site starts with one /; other sites are written with https://.',
          },
        });
      },
    };
  },
} satisfies Check as Check;
