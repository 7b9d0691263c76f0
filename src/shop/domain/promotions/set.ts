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
    asks: ['number'],
    askedOf: ['goods'],
    needs: [],
    everything: false,
    limited: true,
  },
  read: (fields, offers) => ({
    price: money(fields, 'price'),
    goods: goodsOf(offers, 'goods', 2, '商品'),
  }),
  words: ({ goods }) => [goods.map(({ name, number }) => `${name} × ${number}`).join(' + ')],
  prices: ({ price }) => [`组合价 ${formatFen(price)}`],
  effect: ({ price, goods }) => ({
    stage: 'set',
    choose: null,
    total: (parts) =>
      Math.min(
        price,
        parts.reduce((sum, part) => sum + part.price * part.number, 0),
      ),
    problem: (parts) => {
      const asIs =
        parts.length === goods.length &&
        goods.every(({ goodsId, number }) =>
          parts.some((part) => part.goodsId === goodsId && part.number === number),
        );
      return asIs ? null : '组合的商品已变化，请重新加入';
    },
  }),
});
