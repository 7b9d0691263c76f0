import { formatFen } from '../format.ts';
import { definePromotion } from './kind.ts';
import { goodsOf, money } from './read-rule.ts';

/** 固定组合: these goods together at one price, bought and returned as whole sets (domain §3). */
export default definePromotion({
  kind: 'set',
  name: '组合购',
  stage: 'set',
  bars: ['hm', 'controlled'],
  couponAllowed: false,
  marked: true,
  form: {
    fields: [
      { name: 'price', label: '一组的价格（元）', kind: 'number', required: true, min: 0.01, half: true },
    ],
    roles: ['goods'],
    goodsFields: ['number'],
    goodsFieldRoles: ['goods'],
    requiredGoodsFields: [],
    everything: false,
    limited: true,
  },
  read: (fields, offers) => ({
    price: money(fields, 'price'),
    goods: goodsOf(offers, 'goods', 2, '商品'),
  }),
  words: ({ goods }) => [goods.map(({ name, quantity }) => `${name} × ${quantity}`).join(' + ')],
  prices: ({ price }) => [`组合价 ${formatFen(price)}`],
  effect: ({ price, goods }) => ({
    stage: 'set',
    choose: null,
    total: (parts) =>
      Math.min(
        price,
        parts.reduce((sum, part) => sum + part.price * part.quantity, 0),
      ),
    problem: (parts) => {
      const asIs =
        parts.length === goods.length &&
        goods.every(({ goodsId, quantity }) =>
          parts.some((part) => part.goodsId === goodsId && part.quantity === quantity),
        );
      return asIs ? null : '组合的商品已变化，请重新加入';
    },
  }),
});
