import { definePromotion } from './kind.ts';
import { whole } from './read-rule.ts';

/** The factor to pay in hundredths as it is spoken: 94 折, 9 折. */
const spoken = (percent: number) => `${percent % 10 === 0 ? percent / 10 : percent} 折`;

/**
 * 94 折: a storewide factor within its dates, on the company's own price; not with coupons, not for controlled or
 * ephedrine goods (domain §3). The price is floored to the fen (spec §9), and is at least one.
 */
export default definePromotion({
  kind: 'welfare',
  name: '福利折扣',
  stage: 'unit',
  bars: ['hm', 'controlled'],
  couponAllowed: false,
  marked: false,
  form: {
    fields: [
      {
        name: 'percent',
        label: '按百分之几结算',
        kind: 'quantity',
        required: true,
        min: 50,
        max: 99,
        hint: '94 就是 94 折；与优惠券不同享，含麻与控销商品除外',
      },
    ],
    roles: ['goods'],
    goodsFields: [],
    goodsFieldRoles: [],
    requiredGoodsFields: [],
    everything: true,
    limited: false,
  },
  read: (fields) => whole(fields, 'percent', { min: 50, max: 99 }),
  words: (percent) => [`按 ${spoken(percent)}结算`, '与优惠券不同享', '含麻与控销商品除外'],
  effect: (percent) => ({
    stage: 'unit',
    rank: 10,
    replaces: false,
    price: ({ current }) => ({ price: Math.max(1, Math.floor((current * percent) / 100)) }),
  }),
});
