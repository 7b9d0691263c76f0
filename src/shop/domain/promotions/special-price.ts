import type { Fen } from '../money.ts';
import { shortageReason } from '../shortage.ts';
import type { Unit, UnitPrice } from './effect.ts';
import type { Offer } from './promotion.ts';
import { goodsOf, RuleProblem } from './read-rule.ts';

type Priced = Offer & { price: Fen };

/** The goods of a promotion with a price each. */
export function specialOffers(offers: readonly Offer[]): Priced[] {
  return goodsOf(offers, 'goods', 1, '商品').map((offer) => {
    const { price } = offer;
    if (price === null) throw new RuleProblem('goods', `${offer.name}：请填写活动价`);
    return { ...offer, price };
  });
}

/** The goods of a flash sale: each with a price, and a stock of its own. */
export function saleOffers(offers: readonly Offer[]): Priced[] {
  const priced = specialOffers(offers);
  const endless = priced.find(({ left }) => left === null);
  if (endless) throw new RuleProblem('goods', `${endless.name}：请填写活动库存`);
  return priced;
}

/** The first few goods in words. */
export function specialWords(offers: readonly Priced[], say: (offer: Priced) => string): string[] {
  return offers.slice(0, 5).map(say);
}

/** The offer's price while its stock and the company's allowance reach for the whole quantity (domain §3). */
export function offerPrice({ offer, quantity }: Unit, name: string): UnitPrice {
  if (!offer || offer.price === null) return { reason: `不在${name}中` };
  const short = shortageReason(offer, quantity, { name, unit: '件', gone: '已抢完' });
  return short === null ? { price: offer.price } : { reason: short };
}
