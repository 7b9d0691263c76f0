import type { Schedule } from '#engine/generated/schemas.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'schedule-conflict',
    severity: 'error',
    title: { zh: '与外层矛盾的排期', en: 'Schedule outside that of its page or container' },
    description: {
      zh: '区块只在它所在的页面或容器开放时才看得到；两段时间没有重合，它就永远不出现。',
      en: 'A block shows only while the page and containers around it do; without a common moment it never appears.',
    },
    example: {
      bad: `schedule: { until: 2026-12-01T00:00:00+08:00 }
blocks:
  - block: text
    text: 双十二
    schedule: { from: 2026-12-12T00:00:00+08:00 }
`,
      good: `schedule: { until: 2026-12-20T00:00:00+08:00 }
blocks:
  - block: text
    text: 双十二
    schedule: { from: 2026-12-12T00:00:00+08:00 }
`,
    },
  },
  scope: 'file',
  create({ report }) {
    return {
      schedule({ own, outer }) {
        const clash = outer.find(({ value }) => !overlap(own.value, value));
        if (clash === undefined) return;
        const { from = '…', until = '…' } = clash.value;
        report({
          at: { pointer: own.pointer },
          message: {
            zh: `外层的排期是 ${from} 至 ${until}，与这里没有重合`,
            en: `the schedule around it (${from} to ${until}) shares no moment with this one`,
          },
          hint: { zh: '改其中一个，使两段时间有重合。', en: 'Change one of them so that they overlap.' },
        });
      },
    };
  },
} satisfies Check as Check;

function overlap(a: Schedule, b: Schedule): boolean {
  return (
    time(a.from, -Infinity) < time(b.until, Infinity) && time(b.from, -Infinity) < time(a.until, Infinity)
  );
}

function time(text: string | undefined, open: number): number {
  const parsed = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(parsed) ? open : parsed;
}
