import { addressPointer } from '../graph/routes.ts';
import type { Check } from './check.ts';
import { reportRepeats } from './declared-once.ts';

export default {
  meta: {
    code: 'duplicate-path',
    severity: 'error',
    title: { zh: '重复的地址', en: 'Duplicate path' },
    description: {
      zh: '一个地址（或别名）只能属于一个页面。',
      en: 'A path or alias belongs to one page only.',
    },
    example: {
      file: 'config/pages/sale.yaml',
      bad: `name: sale
path: /login
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
    const addresses = context.routes.addresses.map((address) => ({
      name: address.pattern,
      file: address.page.file,
      pointer: addressPointer(address),
    }));
    const hint = { zh: '换一个地址，或去掉其中一个。', en: 'Choose another path, or remove one of them.' };
    reportRepeats(addresses, { zh: '地址', en: 'path' }, hint, context);
  },
} satisfies Check as Check;
