import { unknownNameCheck } from './unknown-name.ts';

export default unknownNameCheck(
  {
    code: 'unknown-slot',
    severity: 'error',
    title: { zh: '没有的广告位', en: 'Unknown slot' },
    description: {
      zh: '用到的广告位要在 config/ads.yaml 中声明。',
      en: 'A slot is declared in config/ads.yaml.',
    },
    example: {
      beside: {
        'config/ads.yaml': `postList: { label: 通栏, width: 1200, height: 90 }
`,
      },
      bad: `blocks:
  - { block: ad-carousel, slot: postLst }
`,
      good: `blocks:
  - { block: ad-carousel, slot: postList }
`,
    },
  },
  'slot',
  { zh: '广告位', en: 'slot' },
  ({ slots }) => Object.keys(slots),
);
