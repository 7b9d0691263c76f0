import { type Ladder, ladderPrice } from './ladder.ts';
import type { Fen } from './money.ts';
import type { UnitPrice } from './promotions/effect.ts';
import type { Missed, PriceStep } from './promotions/explanation.ts';
import type { UnitOffer } from './promotions/open.ts';

/** What one good's price depends on, for one company. */
export interface Pricing {
  /** The price for everybody, where the company has a price of its own; else `basePrice`. */
  listPrice?: Fen;
  /** The company's own price for one unit. */
  basePrice: Fen;
  ladder: Ladder;
  /** The open promotions that can make a unit's price. */
  offers: readonly UnitOffer[];
}

/** The price that applies, and how it came about. */
export interface Quote {
  price: Fen;
  /** The last rule that made it: base, level, ladder or a kind of promotion. */
  kind: string;
  steps: readonly PriceStep[];
  missed: readonly Missed[];
  /** Coupons may be used at this price. */
  couponAllowed: boolean;
  promotionId: number | null;
  offerId: number | null;
}

/**
 * One unit's price for `quantity` units: of the promotions that hold, the one of the highest rank (秒杀 > 换购 > others,
 * domain §3); level and ladder price where none replaces them.
 */
export function quote(pricing: Pricing, quantity: number): Quote {
  const own = ownPrice(pricing, quantity);
  const missed: Missed[] = [];
  let won: (UnitOffer & { price: Fen }) | null = null;
  for (const offer of byRank(pricing.offers)) {
    const { kind, label, promotionId } = offer;
    const outcome: UnitPrice = won
      ? { reason: `已享${won.label}，不再叠加` }
      : offer.barred !== null
        ? { reason: offer.barred }
        : offer.effect.price({ current: own.price, quantity, offer: offer.offer });
    if ('reason' in outcome) missed.push({ kind, label, promotionId, reason: outcome.reason });
    else won = { ...offer, price: outcome.price };
  }
  if (!won) return { ...own, missed, couponAllowed: true, promotionId: null, offerId: null };
  const before = won.effect.replaces ? { price: listPrice(pricing), steps: [] } : own;
  const step = {
    kind: won.kind,
    label: won.label,
    promotionId: won.promotionId,
    price: won.price,
    amount: (won.price - before.price) * quantity,
  };
  const { label } = won;
  const replaced = own.steps.filter(() => won.effect.replaces);
  return {
    price: won.price,
    kind: won.kind,
    steps: step.amount === 0 ? before.steps : [...before.steps, step],
    missed: [...missed, ...replaced.map((lost) => ({ ...lost, reason: `已享${label}，不再叠加` }))],
    couponAllowed: won.couponAllowed,
    promotionId: won.promotionId,
    offerId: won.offer?.id ?? null,
  };
}

const listPrice = (pricing: Pricing): Fen => pricing.listPrice ?? pricing.basePrice;

function byRank(offers: readonly UnitOffer[]): UnitOffer[] {
  return offers.toSorted(
    (a, b) => b.effect.rank - a.effect.rank || (a.promotionId ?? 0) - (b.promotionId ?? 0),
  );
}

/** Level and ladder price, without any promotion. */
function ownPrice(pricing: Pricing, quantity: number): Pick<Quote, 'price' | 'kind' | 'steps'> {
  const { basePrice, ladder } = pricing;
  const steps: PriceStep[] = [];
  const list = listPrice(pricing);
  if (basePrice !== list) steps.push(ownStep('level', '会员价', list, basePrice, quantity));
  const rung = ladderPrice(ladder, quantity);
  if (rung === undefined || rung === basePrice) {
    return { price: basePrice, kind: basePrice === list ? 'base' : 'level', steps };
  }
  steps.push(ownStep('ladder', `阶梯价（${quantity} 件）`, basePrice, rung, quantity));
  return { price: rung, kind: 'ladder', steps };
}

function ownStep(kind: string, label: string, before: Fen, price: Fen, quantity: number): PriceStep {
  return { kind, label, promotionId: null, price, amount: (price - before) * quantity };
}
