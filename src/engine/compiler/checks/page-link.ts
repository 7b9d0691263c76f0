import { isPath } from '../graph/pages.ts';
import { asList } from '../json.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'page-link',
    severity: 'error',
    title: { zh: '链接地址不是本页的', en: 'Link that is no path of its page' },
    description: {
      zh: '服务端的消息与链接用 link 打开页面，所以它必须是本页的 path 或 alias 之一。',
      en: 'Messages and redirects of the server open the page at its link, which therefore is its path or one of its aliases.',
    },
    example: {
      file: 'config/pages/sale.yaml',
      bad: `name: sale
path: /sale
alias: [/sale_index]
link: /sales
title: 特卖
blocks:
  - { block: text, text: 你好 }
`,
      good: `name: sale
path: /sale
alias: [/sale_index]
link: /sale
title: 特卖
blocks:
  - { block: text, text: 你好 }
`,
    },
  },
  scope: 'file',
  create({ report }) {
    return {
      owner({ kind, value: { path, alias, link }, pointer }) {
        if (kind !== 'page' || !isPath(link)) return;
        const written = [path, ...asList(alias)].filter((one) => one !== undefined);
        const own = written.filter(isPath);
        /* What is written in place of an address may have been this one: its shape is reported. */
        if (own.length < written.length || own.includes(link)) return;
        report({
          at: { pointer: [...pointer, 'link'] },
          message: { zh: `${link} 不是这个页面的地址`, en: `${link} is no path of this page` },
          hint:
            own.length > 0
              ? { zh: `改成其中一个：${own.join('、')}。`, en: `Choose one of: ${own.join(', ')}.` }
              : { zh: '先写 path。', en: 'Give the page a path first.' },
        });
      },
    };
  },
} satisfies Check as Check;
