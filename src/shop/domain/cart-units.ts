import type { CartEntry, CartPart, CartTerms } from './cart-entry.ts';
import { LINE_TYPE } from './cart-totals.ts';
import { formatFen } from './format.ts';
import { ladderHint, ladderHintText } from './ladder.ts';
import type { Fen } from './money.ts';
import { type Pricing, quote } from './price.ts';
import type { Next } from './promotions/effect.ts';
import type { Explanation, Missed } from './promotions/explanation.ts';
import {
  barredReason,
  type Covered,
  covers,
  type OpenPromotion,
  offerOf,
  ofStage,
  type UnitOffer,
  unitOffers,
} from './promotions/open.ts';
import { type Availability, shortageReason } from './shortage.ts';

/** A line with its unit price, before anything that depends on other lines. */
export interface UnitPriced {
  entry: CartEntry;
  /** spec §3 `type` as it stands: a flash sale that no longer holds is a plain line. */
  type: number;
  price: Fen;
  /** A coupon may be used on it, where a discount that excludes coupons gives way to it (domain §3). */
  couponAllowed: boolean;
  /** Counts for full reductions, gifts and exchanges: sold at the company's own price or a general discount. */
  ordinary: boolean;
  promotionId: number | null;
  offerId: number | null;
  /** The combination's or exchange's name. */
  setName: string | null;
  /** Why it cannot be bought as it stands; null when nothing is against it. */
  notice: string | null;
  /** What is against it can be mended in the cart: by fewer of it, or by more of what earns it. */
  mendable: boolean;
  /** How many more reach the next step of the ladder, in words. */
  ladderHint: string | null;
  /** Why a flash sale that the buyer chose does not make the price, in words. */
  saleHint: string | null;
  explanation: Explanation;
}

/**
 * The price of one unit, or of one set, for each line. Lines share what a promotion or an offer has of its own, and what
 * of it the company may have: selected ones with earlier ids are served first.
 */
export function priceUnits(
  entries: readonly CartEntry[],
  open: readonly OpenPromotion[],
  terms: CartTerms,
): UnitPriced[] {
  const taken: Taken = new Map();
  const priced = new Map<CartEntry, UnitPriced>();
  for (const entry of entries.toSorted((a, b) => a.id - b.id)) {
    const line = priceUnit(entry, withoutTaken(open, taken), terms);
    priced.set(entry, line);
    if (!entry.selected || !entry.purchasable || line.notice !== null || line.promotionId === null) continue;
    const key = takenKey(line.promotionId, line.offerId);
    taken.set(key, (taken.get(key) ?? 0) + entry.quantity);
  }
  return entries.flatMap((entry) => priced.get(entry) ?? []);
}

/** Units that lines of the cart take of an offer, or sets of a promotion. */
type Taken = Map<string, number>;

const takenKey = (promotionId: number, offerId: number | null) => `${promotionId}/${offerId ?? ''}`;

function withoutTaken(open: readonly OpenPromotion[], taken: Taken): readonly OpenPromotion[] {
  if (taken.size === 0) return open;
  const less = <One extends Availability>(held: One, key: string): One => {
    const quantity = taken.get(key) ?? 0;
    const rest = (held: number | null) => (held === null ? null : Math.max(0, held - quantity));
    return quantity === 0 ? held : { ...held, left: rest(held.left), allowance: rest(held.allowance) };
  };
  return open.map((promotion) => ({
    ...less(promotion, takenKey(promotion.id, null)),
    offers: promotion.offers.map((offer) => less(offer, takenKey(promotion.id, offer.id))),
  }));
}

function priceUnit(entry: CartEntry, open: readonly OpenPromotion[], terms: CartTerms): UnitPriced {
  if (entry.type !== LINE_TYPE.combination) return pricePlain(entry, open, terms);
  const promotion = open.find(({ id }) => id === entry.promotionId);
  if (promotion?.effect.stage === 'set') return priceSet(entry, promotion, open, terms);
  if (promotion?.effect.stage === 'exchange') return priceExchange(entry, promotion, open);
  return priceEnded(entry, terms);
}

/** A set keeps its name, and costs what its goods do apart. */
function priceEnded(entry: CartEntry, { promotions }: CartTerms): UnitPriced {
  const { parts, quantity } = entry;
  const setName = promotions.find(({ id }) => id === entry.promotionId)?.name ?? null;
  const figures = { ...plainFigures(entry), setName, notice: '活动已结束' };
  if (parts.length === 0) return figures;
  const price = parts.reduce((sum, part) => sum + part.price * part.quantity, 0);
  return { ...figures, price, explanation: { ...figures.explanation, base: price, total: price * quantity } };
}

function pricePlain(entry: CartEntry, open: readonly OpenPromotion[], terms: CartTerms): UnitPriced {
  const offers = offersFor(entry, open, terms)
    // A flash sale applies only to lines of its type; a quantity beyond it has the ordinary price.
    .filter(({ effect }) => !effect.replaces || entry.type === LINE_TYPE.spike);
  const { listPrice, basePrice, ladder, quantity } = entry;
  const pricing = { listPrice, basePrice, ladder, offers };
  const { price, steps, missed, promotionId, offerId } = quote(pricing, quantity);
  const special = offers.some((offer) => offer.promotionId === promotionId && offer.effect.replaces);
  return {
    entry,
    type: special ? LINE_TYPE.spike : LINE_TYPE.plain,
    price,
    couponAllowed:
      !entry.hm && quote({ ...pricing, offers: offers.map(barredByCoupon) }, quantity).couponAllowed,
    ordinary: !special,
    promotionId,
    offerId,
    setName: null,
    notice: null,
    mendable: false,
    ladderHint: special ? null : nextStep(pricing, entry),
    saleHint: entry.type === LINE_TYPE.spike && !special ? lostSaleReason(offers, missed) : null,
    explanation: { base: listPrice, number: quantity, steps, missed, total: price * quantity },
  };
}

/** Why the chosen flash sale does not apply: it is over, or has too few left. */
function lostSaleReason(offers: readonly UnitOffer[], missed: readonly Missed[]): string {
  const sales = new Set(offers.filter(({ effect }) => effect.replaces).map(({ promotionId }) => promotionId));
  const lost = missed.find(({ promotionId }) => sales.has(promotionId));
  return `${lost?.reason ?? '特价活动已结束'}，现按普通价`;
}

/** The next step of the ladder at the price that will be paid there. */
function nextStep(pricing: Pricing, { ladder, quantity, basePrice, unit }: CartEntry): string | null {
  const hint = ladderHint(ladder, quantity, basePrice);
  if (!hint) return null;
  const { price } = quote(pricing, quantity + hint.more);
  return ladderHintText({ more: hint.more, price: price / 100 }, unit);
}

/** The promotions that can make a good's price in this cart. */
function offersFor(goods: Covered, open: readonly OpenPromotion[], { couponed }: CartTerms): UnitOffer[] {
  const offers = unitOffers(open, goods);
  return couponed ? offers.map(barredByCoupon) : offers;
}

/** A discount on top of the company's own price gives way to a coupon; a price of its own does not. */
function barredByCoupon(offer: UnitOffer): UnitOffer {
  return offer.effect.replaces || offer.couponAllowed || offer.barred !== null
    ? offer
    : { ...offer, barred: '已使用优惠券，两者不同享' };
}

function priceSet(
  entry: CartEntry,
  promotion: OpenPromotion,
  open: readonly OpenPromotion[],
  terms: CartTerms,
): UnitPriced {
  const { effect } = promotion;
  const figures = plainFigures(entry);
  if (effect.stage !== 'set') return figures;
  const parts = entry.parts.map((part) => ({ ...part, price: priceOutsideSet(part, open, terms) }));
  const base = parts.reduce((sum, part) => sum + part.price * part.quantity, 0);
  const price = effect.total(parts);
  const problem = effect.problem(parts);
  return {
    ...figures,
    price,
    promotionId: promotion.id,
    setName: promotion.name,
    ...(problem === null ? availabilityNotice(promotion, entry.quantity, '组合') : { notice: problem }),
    explanation: explanationOf(entry, base, price, promotion, open),
  };
}

/** What one of a set's goods would cost beside the set, under a discount on everything. */
function priceOutsideSet(
  { goodsId, quantity, price }: CartPart,
  open: readonly OpenPromotion[],
  terms: CartTerms,
): Fen {
  // What sets bar is in none.
  const goods = { goodsId, hm: false, controlled: false };
  const offers = offersFor(goods, open, terms).filter(({ effect }) => !effect.replaces);
  return quote({ basePrice: price, ladder: { type: 1, steps: [] }, offers }, quantity).price;
}

/** Whether enough others were bought for it is only known once they are priced. */
function priceExchange(
  entry: CartEntry,
  promotion: OpenPromotion,
  open: readonly OpenPromotion[],
): UnitPriced {
  const offer = offerOf(promotion, entry.goodsId, 'exchange');
  const figures = plainFigures(entry);
  if (!offer || offer.price === null) return { ...figures, notice: '不在换购商品中' };
  return {
    ...figures,
    price: offer.price,
    promotionId: promotion.id,
    offerId: offer.id,
    setName: promotion.name,
    ...availabilityNotice(offer, entry.quantity, '换购'),
    explanation: explanationOf(entry, entry.basePrice, offer.price, promotion, open),
  };
}

/** Why there is not so much of a promotion or an offer; fewer would do where there is any. */
function availabilityNotice(
  held: Availability,
  quantity: number,
  name: string,
): Pick<UnitPriced, 'notice' | 'mendable'> {
  const words = { name, unit: '份', gone: '已售完' };
  const notice = shortageReason(held, quantity, words);
  return { notice, mendable: notice !== null && shortageReason(held, 1, words) === null };
}

/** A price that a set or an exchange makes; discounts on the goods do not come on top. */
function explanationOf(
  entry: CartEntry,
  base: Fen,
  price: Fen,
  promotion: OpenPromotion,
  open: readonly OpenPromotion[],
): Explanation {
  const { quantity } = entry;
  const step = {
    kind: promotion.kind,
    label: promotion.name,
    promotionId: promotion.id,
    price,
    amount: (price - base) * quantity,
  };
  const discounts = ofStage(open, 'unit').filter(
    (one) => !one.effect.replaces && goodsOf(entry).some((goodsId) => covers(one, { goodsId })),
  );
  const missed = discounts.map(({ id, kind, of }) => ({
    kind,
    label: of.name,
    promotionId: id,
    reason: `已享${promotion.name}，不再叠加`,
  }));
  return { base, number: quantity, steps: step.amount === 0 ? [] : [step], missed, total: price * quantity };
}

/** The goods of a line: its own, or those of its set. */
function goodsOf({ goodsId, parts }: CartEntry): number[] {
  return parts.length > 0 ? parts.map((part) => part.goodsId) : [goodsId];
}

function plainFigures(entry: CartEntry): UnitPriced {
  const { basePrice, quantity } = entry;
  return {
    entry,
    type: LINE_TYPE.combination,
    price: basePrice,
    couponAllowed: false,
    ordinary: false,
    promotionId: null,
    offerId: null,
    setName: null,
    notice: null,
    mendable: false,
    ladderHint: null,
    saleHint: null,
    explanation: { base: basePrice, number: quantity, steps: [], missed: [], total: basePrice * quantity },
  };
}

/** Lines of exchanges beyond what the other lines have earned, with the reason; earlier ids are served first. */
export function unearnedExchanges(
  lines: readonly UnitPriced[],
  open: readonly OpenPromotion[],
  eligible: (promotion: OpenPromotion) => Fen,
): Map<number, string> {
  const reasons = new Map<number, string>();
  for (const promotion of ofStage(open, 'exchange')) {
    const spent = eligible(promotion);
    let left = promotion.effect.units(spent);
    const next = promotion.effect.next(spent);
    const its = lines.filter(({ promotionId }) => promotionId === promotion.id).map(({ entry }) => entry);
    for (const entry of its.toSorted((a, b) => Number(b.selected) - Number(a.selected) || a.id - b.id)) {
      if (entry.quantity <= left) left -= entry.selected ? entry.quantity : 0;
      else reasons.set(entry.id, next ? missingText(next) : `最多换购 ${promotion.effect.units(spent)} 件`);
    }
  }
  return reasons;
}

/** Whether a promotion names goods of the line, or covers all. */
export function coversLine(promotion: OpenPromotion, { entry }: UnitPriced): boolean {
  return goodsOf(entry).some((goodsId) => covers(promotion, { goodsId }));
}

/** Why a line that the promotion names does not count towards it, in words; null when it does. */
export function notCountedReason(promotion: OpenPromotion, { entry, ordinary }: UnitPriced): string | null {
  return barredReason(promotion, entry) ?? (ordinary ? null : '特价、组合与换购商品不计入');
}

/** `再买 ¥12.00 可减 ¥10.00` */
export function missingText({ missing, gain }: Next): string {
  return `再买 ${formatFen(missing)} ${gain}`;
}
