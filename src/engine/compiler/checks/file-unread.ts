import type { Check } from './check.ts';

export default {
  meta: {
    code: 'file-unread',
    severity: 'error',
    essential: true,
    title: { zh: '读不到的文件', en: 'Unreadable file' },
    description: {
      zh: '符号链接、没有权限的文件与不是文件的东西不会被读取；少了它们，商店就不完整。',
      en: 'Symbolic links, files without permission and things that are no files are not read; without them the shop is not complete.',
    },
  },
  scope: 'whole',
  run({ unread, report }) {
    for (const [path, { zh, en }] of unread) {
      report(path, {
        at: { start: 0, end: 1 },
        message: { zh, en },
        hint: {
          zh: '把内容放进一个可读的普通 .yaml 文件。',
          en: 'Put the content into a plain .yaml file that can be read.',
        },
      });
    }
  },
} satisfies Check as Check;
