import { formatFen } from '../format.ts';
import { definePromotion } from './kind.ts';
import { offerPrice, saleOffers, specialWords } from './special-price.ts';

/** 每日特价: as a flash sale, announced by the day (domain §3). A flash sale of the same good goes before it. */
export default definePromotion({
  kind: 'daily',
  name: '每日特价',
  stage: 'unit',
  bars: [],
  couponAllowed: false,
  marked: false,
  form: {
    fields: [],
    roles: ['goods'],
    goodsFields: ['price', 'stock', 'limit'],
    goodsFieldRoles: ['goods'],
    requiredGoodsFields: ['price', 'stock'],
    everything: false,
    limited: false,
  },
  read: (_, offers) => saleOffers(offers),
  words: (offers) => [`共 ${offers.length} 种商品`],
  prices: (offers) => specialWords(offers, ({ name, price }) => `${name} 特价 ${formatFen(price)}`),
  effect: () => ({ stage: 'unit', rank: 25, replaces: true, price: (unit) => offerPrice(unit, '特价') }),
});
