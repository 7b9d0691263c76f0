import { namesUsed } from '../facts/facts.ts';
import { mentions, partialTextsOf } from '../project/partial-files.ts';
import type { Check } from './check.ts';
import { isSlotName } from './slot-name.ts';

export default {
  meta: {
    code: 'unused-slot',
    severity: 'warning',
    title: { zh: '没人用的广告位', en: 'Unused slot' },
    description: {
      zh: '没有页面放置的广告位，运营上传的广告不会有人看到。',
      en: 'Ads of a slot that no page places are never seen.',
    },
    example: {
      beside: {
        'config/ads.yaml': `postList: { label: 通栏, width: 1200, height: 90 }
`,
      },
      bad: `blocks: []
`,
      good: `blocks:
  - { block: ad-carousel, slot: postList }
`,
    },
  },
  scope: 'whole',
  run({ project, facts, files, report }) {
    const partialTexts = partialTextsOf(files);
    const used = namesUsed(facts, 'slot');
    for (const name of Object.keys(project.slots)) {
      if (used.has(name) || !isSlotName(name, project)) continue;
      if (mentions(partialTexts, ['page', 'shell'], name)) continue;
      report('config/ads.yaml', {
        at: { pointer: [name], part: 'key' },
        message: { zh: `没有页面放置广告位 ${name}`, en: `no page places the slot ${name}` },
        hint: {
          zh: `在页面的广告区块里写 slot: ${name}，或把它删掉。`,
          en: `Write slot: ${name} on a block for ads, or remove it.`,
        },
      });
    }
  },
} satisfies Check as Check;
