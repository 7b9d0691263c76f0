import type { Check } from './check.ts';

export default {
  meta: {
    code: 'schedule-order',
    severity: 'error',
    title: { zh: '先结束后开始的排期', en: 'Schedule that ends before it begins' },
    description: {
      zh: '结束不晚于开始的排期永远不开放。',
      en: 'A schedule that ends before it begins never opens.',
    },
    example: {
      bad: `schedule: { from: 2026-12-13T00:00:00+08:00, until: 2026-12-12T00:00:00+08:00 }
blocks: []
`,
      good: `schedule: { from: 2026-12-12T00:00:00+08:00, until: 2026-12-13T00:00:00+08:00 }
blocks: []
`,
    },
  },
  scope: 'file',
  create({ report }) {
    return {
      schedule({ own: { value, pointer } }) {
        const from = Date.parse(String(value.from));
        const until = Date.parse(String(value.until));
        if (Number.isNaN(from) || Number.isNaN(until) || from < until) return;
        report({
          at: { pointer: [...pointer, 'until'] },
          message: { zh: '结束不晚于开始，永远不会开放', en: 'it ends before it begins, and so never opens' },
          hint: {
            zh: `until 要晚于 from（${value.from}）。`,
            en: `until must be later than from (${value.from}).`,
          },
        });
      },
    };
  },
} satisfies Check as Check;
