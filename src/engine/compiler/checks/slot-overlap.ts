import type { PlacementFact } from '../facts/facts.ts';
import { slotClashes } from '../facts/slot-clashes.ts';
import { showWindow } from '../schedule/show.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'slot-overlap',
    severity: 'warning',
    title: { zh: '同时占用一个广告位的活动', en: 'Campaigns that share a slot' },
    description: {
      zh: '一个广告位同一时刻只有一组广告；两个有排期的活动同时放置它，就会显示对方的广告。给其中一个换一个广告位。',
      en: 'A slot holds one set of ads at a time; where two scheduled campaigns place it at once, each shows the other’s ads. Give one of them a slot of its own.',
    },
    example: {
      beside: {
        'config/ads.yaml': `postList: { label: 通栏, width: 1200, height: 90 }
`,
        'config/pages/double12.yaml': `name: double12
path: /double12
schedule: { from: 2026-12-12T00:00:00+08:00, until: 2026-12-13T00:00:00+08:00 }
blocks: [{ block: ad-carousel, slot: postList }]
`,
      },
      bad: `schedule: { from: 2026-12-10T00:00:00+08:00, until: 2026-12-20T00:00:00+08:00 }
blocks:
  - { block: ad-carousel, slot: postList }
`,
      good: `schedule: { from: 2026-12-13T00:00:00+08:00, until: 2026-12-20T00:00:00+08:00 }
blocks:
  - { block: ad-carousel, slot: postList }
`,
    },
  },
  scope: 'time',
  run({ facts, project, report, at, files }) {
    const lineOf = ({ file, pointer }: PlacementFact) =>
      files.find(({ yaml }) => yaml.path === file)?.yaml.line(pointer) ?? 1;
    for (const { earlier, later, both } of slotClashes(facts, at)) {
      const shared = showWindow(both, project.site.timeZone);
      report(later.file, {
        at: { pointer: later.pointer },
        message: {
          zh: `广告位 ${later.slot} 在 ${shared.zh} 同时属于 ${earlier.owner}（${earlier.file}:${lineOf(earlier)}）`,
          en: `the slot ${later.slot} also belongs to ${earlier.owner} (${earlier.file}:${lineOf(earlier)}): ${shared.en}`,
        },
        hint: {
          zh: '换一个广告位（在 config/ads.yaml 声明），或错开两个排期。',
          en: 'Use another slot (declared in config/ads.yaml), or let the schedules follow each other.',
        },
      });
    }
  },
} satisfies Check as Check;
