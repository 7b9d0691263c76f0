import { formatFen } from '../format.ts';
import { definePromotion } from './kind.ts';
import { offerPrice, saleOffers, specialWords } from './special-price.ts';

/** 秒杀: a price of its own while the window, its own stock and the company's limit last (domain §3). */
export default definePromotion({
  kind: 'spike',
  name: '秒杀',
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
  prices: (offers) => specialWords(offers, ({ name, price }) => `${name} 秒杀价 ${formatFen(price)}`),
  effect: () => ({ stage: 'unit', rank: 30, replaces: true, price: (unit) => offerPrice(unit, '秒杀') }),
});
