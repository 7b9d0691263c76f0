import { formatFen } from '../format.ts';
import { definePromotion } from './kind.ts';
import { goodsOf, money, whole } from './read-rule.ts';

/** 任选组合: any so many pieces of these goods at one price, bought and returned as whole sets (domain §3). */
export default definePromotion({
  kind: 'choose',
  name: '任选组合',
  stage: 'set',
  bars: ['hm', 'controlled'],
  couponAllowed: false,
  marked: true,
  form: {
    fields: [
      { name: 'pieces', label: '任选几件', kind: 'quantity', required: true, min: 2, max: 99, half: true },
      { name: 'price', label: '一组的价格（元）', kind: 'number', required: true, min: 0.01, half: true },
    ],
    roles: ['goods'],
    goodsFields: [],
    goodsFieldRoles: [],
    requiredGoodsFields: [],
    everything: false,
    limited: true,
  },
  read: (fields, offers) => ({
    price: money(fields, 'price'),
    pieces: whole(fields, 'pieces', { min: 2, max: 99 }),
    goods: goodsOf(offers, 'goods', 2, '商品'),
  }),
  words: ({ pieces, goods }) => [`${goods.length} 种商品中任选 ${pieces} 件`],
  prices: ({ price }) => [`一组 ${formatFen(price)}`],
  effect: ({ price, pieces, goods }) => ({
    stage: 'set',
    choose: pieces,
    total: (parts) =>
      Math.min(
        price,
        parts.reduce((sum, part) => sum + part.price * part.quantity, 0),
      ),
    problem: (parts) => {
      const chosen = parts.reduce((sum, { quantity }) => sum + quantity, 0);
      if (chosen !== pieces) return `请选满 ${pieces} 件，已选 ${chosen} 件`;
      const stray = parts.some((part) => goods.every(({ goodsId }) => goodsId !== part.goodsId));
      return stray ? '有商品不在组合中' : null;
    },
  }),
});
