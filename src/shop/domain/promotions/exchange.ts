import { formatFen } from '../format.ts';
import { definePromotion } from './kind.ts';
import { goodsOf, money, RuleProblem, whole } from './read-rule.ts';

/** 换购: who reaches an amount over its goods may buy some units of others at a low price (domain §3 组合). */
export default definePromotion({
  kind: 'exchange',
  name: '换购',
  stage: 'exchange',
  bars: ['hm', 'controlled'],
  couponAllowed: false,
  marked: false,
  form: {
    fields: [
      { name: 'amount', label: '满多少元', kind: 'number', required: true, min: 0.01, half: true },
      { name: 'units', label: '可换购几件', kind: 'quantity', min: 1, max: 999, half: true },
    ],
    roles: ['goods', 'exchange'],
    goodsFields: ['price', 'stock', 'limit'],
    goodsFieldRoles: ['exchange'],
    requiredGoodsFields: ['price'],
    everything: true,
    limited: false,
  },
  read: (fields, offers) => {
    const rule = {
      amount: money(fields, 'amount'),
      units: whole(fields, 'units', { min: 1, max: 999, or: 1 }),
    };
    const goods = goodsOf(offers, 'exchange', 1, '换购商品');
    const unpriced = goods.find(({ price }) => price === null);
    if (unpriced) throw new RuleProblem('goods', `${unpriced.name}：请填写换购价`);
    return { ...rule, goods };
  },
  words: ({ amount, units }) => [`满 ${formatFen(amount)} 可换购 ${units} 件`],
  prices: ({ goods }) =>
    goods.slice(0, 5).map(({ name, price }) => `${name} 换购价 ${formatFen(price ?? 0)}`),
  effect: ({ amount, units }) => ({
    stage: 'exchange',
    units: (eligible) => (eligible >= amount ? units : 0),
    next: (eligible) =>
      eligible < amount ? { missing: amount - eligible, gain: `可换购 ${units} 件` } : null,
  }),
});
