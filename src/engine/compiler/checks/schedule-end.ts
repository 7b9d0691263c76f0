import { endsIn } from '../schedule/ends.ts';
import { showMoment } from '../schedule/show.ts';
import { ALWAYS, intersection, windowOf } from '../schedule/window.ts';
import { propsOf } from '../schema/block.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'schedule-end',
    severity: 'warning',
    title: { zh: '与页面不同的结束时刻', en: 'End that differs from the page’s' },
    description: {
      zh: '倒计时、优惠券写死的结束时刻与所在页面（或区块）的排期不一致时，买家会看到已结束却还开着的活动，或还没到时就消失的倒计时。',
      en: 'A countdown or coupon whose fixed end is not the end of its page or block shows buyers an activity that is over but open, or a countdown that vanishes early.',
    },
    example: {
      bad: `schedule: { until: 2026-12-13T00:00:00+08:00 }
blocks:
  - { block: countdown, until: 2026-12-12T00:00:00+08:00 }
`,
      good: `schedule: { until: 2026-12-13T00:00:00+08:00 }
blocks:
  - { block: countdown, until: 2026-12-13T00:00:00+08:00 }
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    const { timeZone } = project.site;
    return {
      block({ value, pointer, schedules }) {
        const { until } = intersection(ALWAYS, ...schedules.map((schedule) => windowOf(schedule.value)));
        if (until === Infinity) return;
        for (const end of endsIn(propsOf(value), pointer)) {
          if (end.moment === until) continue;
          report({
            at: { pointer: end.pointer },
            message: {
              zh: `这里结束于 ${showMoment(end.moment, timeZone)}，所在的排期结束于 ${showMoment(until, timeZone)}`,
              en: `this ends at ${showMoment(end.moment, timeZone)}, the schedule around it at ${showMoment(until, timeZone)}`,
            },
            hint: {
              zh: `写成 ${end.write(until, timeZone)}，或把排期的 until 改成同一时刻。`,
              en: `Write ${end.write(until, timeZone)}, or set the schedule's until to the same moment.`,
            },
          });
        }
      },
    };
  },
} satisfies Check as Check;
