import { showMoment } from '../schedule/show.ts';
import type { Check } from './check.ts';

const KINDS = {
  page: { zh: '页面', en: 'page' },
  block: { zh: '区块', en: 'block' },
  slot: { zh: '广告位', en: 'slot' },
};

export default {
  meta: {
    code: 'schedule-over',
    severity: 'warning',
    title: { zh: '已经结束的排期', en: 'Schedule that is over' },
    description: {
      zh: '结束了的页面与区块不会再出现，留着只会让配置变长、让人误会。确认不再用后删掉，或写新的时间。',
      en: 'A page or block whose time has passed never shows again, and only makes the config longer. Remove it, or give it a new time.',
    },
    example: {
      bad: `schedule: { until: 2025-12-13T00:00:00+08:00 }
blocks: []
`,
      good: `schedule: { until: 2026-12-13T00:00:00+08:00 }
blocks: []
`,
    },
  },
  scope: 'time',
  run({ facts, project, report, at }) {
    for (const { file, pointer, kind, name, shown, own } of facts.flatMap(({ schedules }) => schedules)) {
      // What is closed by a container is reported there.
      if (own.until > at || shown.from >= shown.until) continue;
      const what = KINDS[kind];
      report(file, {
        at: { pointer: [...pointer, 'schedule', 'until'] },
        message: {
          zh: `${what.zh} ${name} 已在 ${showMoment(own.until, project.site.timeZone)} 结束`,
          en: `the ${what.en} ${name} ended at ${showMoment(own.until, project.site.timeZone)}`,
        },
        hint: { zh: '删掉它，或写新的排期。', en: 'Remove it, or give it a new schedule.' },
      });
    }
  },
} satisfies Check as Check;
