import { formatFen } from '../format.ts';
import { definePromotion } from './kind.ts';
import { tierAhead, tierMet, tiers, tierWords } from './read-rule.ts';

/** 满减: tiers by what its goods come to; the best tier that is met comes off (domain §3, spec §9). */
export default definePromotion({
  kind: 'manjian',
  name: '满减',
  stage: 'amount',
  bars: ['hm'],
  couponAllowed: true,
  marked: true,
  form: {
    fields: [
      {
        name: 'tiers',
        label: '各级',
        kind: 'textarea',
        rows: 4,
        required: true,
        placeholder: '200 减 10',
        hint: '每行一级，如 200 减 10；金额逐级升高',
      },
    ],
    roles: ['goods'],
    goodsFields: [],
    goodsFieldRoles: [],
    requiredGoodsFields: [],
    everything: true,
    limited: false,
  },
  read: (fields) => tiers(fields, 'tiers'),
  words: (list) => tierWords(list, '减'),
  effect: (list) => ({
    stage: 'amount',
    tiers: list.map(({ amount, gain }) => ({ amount, reduce: gain })),
    reduce: (eligible) => Math.min(tierMet(list, eligible)?.gain ?? 0, eligible),
    next: (eligible) => {
      const ahead = tierAhead(list, eligible);
      return ahead && { missing: ahead.missing, gain: `可减 ${formatFen(ahead.gain)}` };
    },
  }),
});
