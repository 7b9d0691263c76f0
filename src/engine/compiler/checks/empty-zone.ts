import { bareTimes } from '../facts/bare-times.ts';
import { showWindow } from '../schedule/show.ts';
import type { Window } from '../schedule/window.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'empty-zone',
    severity: 'warning',
    title: { zh: '空着的区域', en: 'Bare zone' },
    description: {
      zh: '一处的区块都有排期、而某段时间一个也不开放时，买家在那里只看到空白；活动页面的广告位排期比活动短，头图的地方也会空着。补一块没有排期的内容，或让前后两段排期相接。',
      en: 'Where every block of a place has a schedule and for a while none is open, buyers see nothing there; so does the place of a slot whose schedule is shorter than its activity. Add a block without a schedule, or let the schedules meet.',
    },
    example: {
      bad: `blocks:
  - block: text
    text: 预售中
    schedule: { until: 2026-12-10T00:00:00+08:00 }
  - block: text
    text: 双十二
    schedule: { from: 2026-12-12T00:00:00+08:00 }
`,
      good: `blocks:
  - block: text
    text: 预售中
    schedule: { until: 2026-12-12T00:00:00+08:00 }
  - block: text
    text: 双十二
    schedule: { from: 2026-12-12T00:00:00+08:00 }
`,
    },
  },
  scope: 'time',
  run({ facts, project, report, at }) {
    const shown = (window: Window) => showWindow(window, project.site.timeZone);
    for (const { file, pointer, owner, slot, open, windows } of bareTimes(facts, at)) {
      const bare = windows.map(shown);
      const [zh, en] = [bare.map((one) => one.zh).join('、'), bare.map((one) => one.en).join(', ')];
      report(
        file,
        slot === undefined
          ? {
              at: { pointer, part: 'key' },
              message: {
                zh: `${owner} 的这一处在 ${zh} 什么也不显示`,
                en: `this place of ${owner} shows nothing: ${en}`,
              },
              hint: {
                zh: '加一块没有排期的内容，改排期使前后相接，或给区块写 closedText。',
                en: 'Add a block without a schedule, let the schedules meet, or give a block a closedText.',
              },
            }
          : {
              at: { pointer },
              message: {
                zh: `${owner} 开放时，广告位 ${slot} 在 ${zh} 没有广告`,
                en: `while ${owner} is open its slot ${slot} has no ads: ${en}`,
              },
              hint: {
                zh: `让广告位的排期盖住整个活动（${shown(open).zh}），或去掉广告位的排期。`,
                en: `Let the schedule of the slot cover the activity (${shown(open).en}), or remove it.`,
              },
            },
      );
    }
  },
} satisfies Check as Check;
