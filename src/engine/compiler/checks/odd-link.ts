import { isLink, readLink } from '../walk/link.ts';
import type { Check } from './check.ts';

/** `www.baidu.com`, `baidu.com/a`: a host, perhaps with a path. */
const HOST = /^(?:www\.[a-z0-9-]+|[a-z0-9-]+(?:\.[a-z0-9-]+)*)\.[a-z]{2,}(?::\d+)?(?:[/?#].*)?$/i;

/** Endings of file names, which look like hosts. */
const FILE =
  /^[^/?#]*\.(?:html?|php|aspx?|jsp|pdf|jpe?g|png|gif|webp|svg|xlsx?|docx?|zip|csv|txt)(?:[?#].*)?$/i;

const isHost = (text: string): boolean => HOST.test(text) && !FILE.test(text);

export default {
  meta: {
    code: 'odd-link',
    severity: 'error',
    title: { zh: '读不懂的链接', en: 'Link that is neither path nor URL' },
    description: {
      zh: '站内链接以 / 开头，站外链接写全 https://。少了开头的链接会接在买家当时所在的地址后面，去不了想去的地方。',
      en: 'A link within the site starts with /, one to another site with https://. Without either it is joined to whatever address the buyer is at, and leads astray.',
    },
    example: {
      bad: `blocks:
  - block: buttons
    items: [{ text: 登录, to: login }]
`,
      good: `blocks:
  - block: buttons
    items: [{ text: 登录, to: /login }]
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    return {
      text(node) {
        if (!isLink(node, project.library) || readLink(node.text).kind !== 'odd') return;
        if (isHost(node.text)) {
          report({
            at: { pointer: node.pointer },
            message: {
              zh: `${node.text} 是站外网址，前面少了 https://`,
              en: `${node.text} is an address outside the site and lacks https://`,
            },
            hint: { zh: `写成 https://${node.text}`, en: `Write https://${node.text}` },
            replacement: (written) => written.replace(node.text, `https://${node.text}`),
          });
          return;
        }
        report({
          at: { pointer: node.pointer },
          message: {
            zh: `${node.text} 既不是站内地址，也不是网址`,
            en: `${node.text} is neither a path nor a URL`,
          },
          hint: {
            zh: `站内地址以 / 开头，如 /${node.text}。`,
            en: `A path starts with /, such as /${node.text}.`,
          },
        });
      },
    };
  },
} satisfies Check as Check;
