import { formatFen } from '../format.ts';
import { definePromotion } from './kind.ts';
import { oneOf, tierAhead, tierMet, tiers, tierWords, whole } from './read-rule.ts';

/**
 * 满返: what a company spends within the period, net of returns, earns balance or a cash voucher once its orders are
 * completed; what a return undoes is taken back (domain §3).
 */
export default definePromotion({
  kind: 'cashback',
  name: '满返',
  stage: 'period',
  bars: ['hm'],
  couponAllowed: true,
  marked: false,
  form: {
    fields: [
      {
        name: 'tiers',
        label: '各级',
        kind: 'textarea',
        rows: 4,
        required: true,
        placeholder: '1000 返 20',
        hint: '每行一级，如 1000 返 20；按期间内已完成订单的净额计',
      },
      {
        name: 'as',
        label: '返什么',
        kind: 'radio',
        required: true,
        options: [
          { value: 'balance', label: '余额' },
          { value: 'voucher', label: '现金券' },
        ],
      },
      { name: 'days', label: '现金券几天有效', kind: 'quantity', min: 1, max: 365, half: true },
    ],
    roles: [],
    goodsFields: [],
    goodsFieldRoles: [],
    requiredGoodsFields: [],
    everything: true,
    limited: false,
  },
  read: (fields) => ({
    list: tiers(fields, 'tiers'),
    as: oneOf(fields, 'as', ['balance', 'voucher']),
    days: whole(fields, 'days', { min: 1, max: 365, or: 60 }),
  }),
  words: ({ list, as, days }) => [
    ...tierWords(list, '返'),
    as === 'balance' ? '订单完成后返到余额' : `订单完成后返现金券，${days} 天内有效`,
    '退货会扣回相应的返利',
  ],
  effect: ({ list, as, days }) => ({
    stage: 'period',
    tiers: list,
    as,
    days,
    reward: (spent) => tierMet(list, spent)?.gain ?? 0,
    next: (spent) => {
      const ahead = tierAhead(list, spent);
      return ahead && { missing: ahead.missing, gain: `可返 ${formatFen(ahead.gain)}` };
    },
  }),
});
