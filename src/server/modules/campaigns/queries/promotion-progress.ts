import type { Promotion as PromotionEntity } from '#generated/schemas.ts';
import { missingText } from '#shop/domain/cart-units.ts';
import { type Fen, toYuan } from '#shop/domain/money.ts';
import type { Effect, ExchangeEffect, GiftEffect } from '#shop/domain/promotions/effect.ts';
import { loadCartFacts, priceFacts } from '../../cart/index.ts';
import type { CatalogueContext } from '../../catalogue/index.ts';
import { listedPromotions, promotionsAnswer } from './promotions.ts';

/** Which promotions, and how many goods of each. */
interface PromotionsQuery {
  kinds?: readonly string[] | undefined;
  id?: number | undefined;
  /** Only those that sell this good. */
  goodsId?: number | undefined;
  most?: number | undefined;
}

/** Promotions as the API answers them; those that depend on the cart's amount include the member's progress. */
export async function promotionsWithProgress(
  context: CatalogueContext,
  { most, ...filter }: PromotionsQuery,
): Promise<PromotionEntity[]> {
  const listed = await listedPromotions(context, filter);
  const answers = await promotionsAnswer(context, listed, most);
  const effects = new Map(listed.map(({ id, bound }) => [id, bound.effect]));
  const counted = [...effects.values()].some(countsCart) ? await countedInCart(context) : null;
  return answers.map((answer) => {
    const effect = effects.get(answer.id);
    if (!effect || !countsCart(effect)) return answer;
    if (answer.state !== 'open') return { ...answer, hint: CLOSED[answer.state] };
    return counted === null ? answer : { ...answer, ...progress(effect, counted.get(answer.id) ?? 0) };
  });
}

const CLOSED = { coming: '活动还没有开始', ended: '活动已结束' } as const;

function countsCart(effect: Effect): effect is GiftEffect | ExchangeEffect {
  return effect.stage === 'gift' || effect.stage === 'exchange';
}

function progress(
  effect: GiftEffect | ExchangeEffect,
  counted: Fen,
): Pick<PromotionEntity, 'counted' | 'reached' | 'missing' | 'hint'> {
  const next = effect.next(counted);
  const times = effect.stage === 'gift' ? effect.times(counted) : effect.units(counted);
  return {
    counted: toYuan(counted),
    reached: times > 0,
    missing: toYuan(next?.missing ?? 0),
    hint: next && missingText(next),
  };
}

/** Promotion id -> amount in the member's cart that counts for it; null for viewers who may not see prices. */
async function countedInCart(context: CatalogueContext): Promise<ReadonlyMap<number, Fen> | null> {
  const { db, visitor, now } = context;
  if (visitor.role === 'visitor' || visitor.role === 'member') return null;
  const { priced } = await priceFacts(db, visitor, await loadCartFacts(db, visitor, now), context);
  return priced.counted;
}
