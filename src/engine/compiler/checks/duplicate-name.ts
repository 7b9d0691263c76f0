import type { Check } from './check.ts';
import { reportRepeats } from './declared-once.ts';

export default {
  meta: {
    code: 'duplicate-name',
    severity: 'error',
    title: { zh: '重复的页面名', en: 'Duplicate page name' },
    description: {
      zh: '页面名全站唯一，后一个会盖住前一个。',
      en: 'A page name is unique; the later page would hide the earlier.',
    },
    example: {
      file: 'config/pages/sale.yaml',
      bad: `name: index
path: /sale
blocks: []
`,
      good: `name: sale
path: /sale
blocks: []
`,
    },
  },
  scope: 'whole',
  run(context) {
    const pages = context.routes.pages.flatMap(({ name, file, pointer }) =>
      name !== undefined ? [{ name, file, pointer: [...pointer, 'name'] }] : [],
    );
    const hint = { zh: '换一个名字。', en: 'Choose another name.' };
    reportRepeats(pages, { zh: '页面名', en: 'page name' }, hint, context);
  },
} satisfies Check as Check;
