import { formatFen } from '#shop/domain/format.ts';
import { definePromotion } from '#shop/domain/promotions/kind.ts';
import { money, whole } from '#shop/domain/promotions/read-rule.ts';

/** 多件立减: from so many units on, each costs so much less. A kind that the shop does not have. */
export default definePromotion({
  kind: 'bundle',
  name: '多件立减',
  stage: 'unit',
  bars: ['hm'],
  couponAllowed: true,
  marked: true,
  form: {
    fields: [
      { name: 'from', label: '买几件起', kind: 'quantity', required: true, min: 2, max: 999 },
      { name: 'off', label: '每件减（元）', kind: 'number', required: true, min: 0.01 },
    ],
    roles: ['goods'],
    goodsFields: [],
    goodsFieldRoles: [],
    requiredGoodsFields: [],
    everything: false,
    limited: false,
  },
  read: (fields) => ({ from: whole(fields, 'from', { min: 2, max: 999 }), off: money(fields, 'off') }),
  words: ({ from, off }) => [`${from} 件起每件减 ${formatFen(off)}`],
  effect: ({ from, off }) => ({
    stage: 'unit',
    rank: 5,
    replaces: false,
    price: ({ current, quantity }) =>
      quantity >= from ? { price: Math.max(1, current - off) } : { reason: `再买 ${from - quantity} 件可减` },
  }),
});
