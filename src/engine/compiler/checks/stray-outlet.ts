import { asList } from '../json.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'stray-outlet',
    severity: 'warning',
    title: { zh: '没有子页面的 outlet', en: 'Outlet without child pages' },
    description: {
      zh: 'outlet 是子页面的位置；没有子页面，它什么也不显示。',
      en: 'An outlet is the place of child pages; without any it shows nothing.',
    },
    example: {
      bad: `blocks:
  - { block: text, text: 你好 }
  - { block: outlet }
`,
      good: `blocks:
  - { block: text, text: 你好 }
`,
    },
  },
  scope: 'file',
  create({ report }) {
    return {
      block({ type, value, pointer, owner }) {
        if (type !== 'outlet' || value['area'] !== undefined) return;
        if (asList(owner.value['children']).length > 0) return;
        report({
          at: { pointer: [...pointer, 'block'] },
          message: {
            zh: '这里没有子页面，outlet 什么也不显示',
            en: 'there are no child pages here for the outlet',
          },
          hint: { zh: '去掉它，或给页面写 children。', en: 'Remove it, or give the page children.' },
        });
      },
    };
  },
} satisfies Check as Check;
