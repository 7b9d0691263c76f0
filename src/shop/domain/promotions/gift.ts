import { formatFen } from '../format.ts';
import { definePromotion } from './kind.ts';
import { goodsOf, money, whole } from './read-rule.ts';

/** 满赠: gifts for each `amount` that its goods come to, at most `most` times an order (domain §3). */
export default definePromotion({
  kind: 'gift',
  name: '满赠',
  stage: 'gift',
  bars: ['hm', 'controlled'],
  couponAllowed: true,
  marked: true,
  form: {
    fields: [
      { name: 'amount', label: '满多少元', kind: 'number', required: true, min: 0.01, half: true },
      {
        name: 'most',
        label: '每单最多几份',
        kind: 'quantity',
        min: 1,
        max: 99,
        half: true,
        hint: '每满一次送一份',
      },
    ],
    roles: ['goods', 'gift'],
    goodsFields: ['price', 'number', 'stock', 'limit'],
    goodsFieldRoles: ['gift'],
    requiredGoodsFields: [],
    everything: true,
    limited: false,
  },
  read: (fields, offers) => ({
    amount: money(fields, 'amount'),
    most: whole(fields, 'most', { min: 1, max: 99, or: 1 }),
    gifts: goodsOf(offers, 'gift', 1, '赠品'),
  }),
  words: ({ amount, most, gifts }) => [
    ...gifts.map(({ name, quantity }) => `满 ${formatFen(amount)} 赠 ${name} ${quantity} 件`),
    ...(most > 1 ? [`每满一次赠一份，每单最多 ${most} 份`] : []),
  ],
  prices: ({ gifts }) =>
    gifts.flatMap(({ name, price }) => (price ? [`${name} 每件 ${formatFen(price)}`] : [])),
  effect: ({ amount, most }) => ({
    stage: 'gift',
    times: (eligible) => Math.min(Math.floor(eligible / amount), most),
    next: (eligible) =>
      Math.floor(eligible / amount) < most
        ? { missing: amount - (eligible % amount), gain: eligible < amount ? '可得赠品' : '再得一份赠品' }
        : null,
  }),
});
