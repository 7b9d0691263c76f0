import type { Effect, UnitEffect } from './effect.ts';
import { kindOf } from './index.ts';
import type { Bar, PromotionKind } from './kind.ts';
import type { Offer, Promotion } from './promotion.ts';
import { RuleProblem } from './read-rule.ts';

/** A promotion that is open, with its rule read. */
export interface OpenPromotion<E extends Effect = Effect> extends Promotion {
  of: PromotionKind;
  effect: E;
  words: readonly string[];
}

/** A good as promotions look at it. */
export interface Covered {
  goodsId: number;
  hm: boolean;
  controlled: boolean;
}

/** The promotions that are open at `now` (seconds), in the order of their ids; what cannot be read is left out. */
export function openPromotions(promotions: readonly Promotion[], now: number): OpenPromotion[] {
  return promotions
    .filter(({ startsAt, endsAt }) => now >= startsAt && now < endsAt)
    .toSorted((a, b) => a.id - b.id)
    .flatMap((promotion) => {
      const of = kindOf(promotion.kind);
      const bound = of?.bind(promotion);
      return !of || !bound || bound instanceof RuleProblem ? [] : [{ ...promotion, of, ...bound }];
    });
}

/** Those that act at one moment. */
export function ofStage<Stage extends Effect['stage']>(
  open: readonly OpenPromotion[],
  stage: Stage,
): OpenPromotion<Extract<Effect, { stage: Stage }>>[] {
  const acts = (one: OpenPromotion): one is OpenPromotion<Extract<Effect, { stage: Stage }>> =>
    one.effect.stage === stage;
  return open.filter(acts);
}

/** The good's own offer in the promotion. */
export function offerOf({ offers }: Promotion, goodsId: number, role: Offer['role'] = 'goods'): Offer | null {
  return offers.find((offer) => offer.goodsId === goodsId && offer.role === role) ?? null;
}

/** Whether the promotion names the good, or covers all. */
export function covers(promotion: Promotion, { goodsId }: Pick<Covered, 'goodsId'>): boolean {
  return promotion.everything || offerOf(promotion, goodsId) !== null;
}

const BARRED: Record<Bar, string> = { hm: '含麻商品不参加', controlled: '控销商品不参加' };

/** Why the promotion never covers such a good, in words; null when it does. */
export function barredReason({ of }: OpenPromotion, goods: Covered): string | null {
  const bar = of.bars.find((candidate) => goods[candidate]);
  return bar ? BARRED[bar] : null;
}

/** A promotion that can make the price of one good, and the good's offer in it. */
export interface UnitOffer {
  promotionId: number | null;
  kind: string;
  label: string;
  effect: UnitEffect;
  offer: Offer | null;
  couponAllowed: boolean;
  /** Why it does not count for this good or this purchase; null when it does. */
  barred: string | null;
}

/** The open promotions that can make the good's unit price. */
export function unitOffers(open: readonly OpenPromotion[], goods: Covered): UnitOffer[] {
  return ofStage(open, 'unit')
    .filter((promotion) => covers(promotion, goods))
    .map((promotion) => ({
      promotionId: promotion.id,
      kind: promotion.kind,
      label: promotion.of.name,
      effect: promotion.effect,
      offer: offerOf(promotion, goods.goodsId),
      couponAllowed: promotion.of.couponAllowed,
      barred: barredReason(promotion, goods),
    }));
}
