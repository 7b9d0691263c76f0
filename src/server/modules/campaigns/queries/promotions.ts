import type { ExpressionBuilder } from 'kysely';
import type { GoodsCard, Promotion as PromotionEntity, PromotionOffer } from '#generated/schemas.ts';
import { dayText } from '#shop/domain/calendar.ts';
import { toYuan } from '#shop/domain/money.ts';
import { kindOf } from '#shop/domain/promotions/index.ts';
import type { Bound } from '#shop/domain/promotions/kind.ts';
import type { Offer, Promotion } from '#shop/domain/promotions/promotion.ts';
import { RuleProblem } from '#shop/domain/promotions/read-rule.ts';
import { type Threshold, thresholdsOf } from '#shop/domain/promotions/thresholds.ts';
import { isAnyOf } from '../../../kernel/db/any-of.ts';
import type { Database, Db } from '../../../kernel/db/schema.ts';
import { type CatalogueContext, cardsFor } from '../../catalogue/index.ts';
import { viewerOf } from '../../pricing/index.ts';
import { byStage, countGoods, listedAround, loadPromotions, stageOf } from '../../promotions/index.ts';

/** Most goods of one promotion in an answer. */
const MAX_OFFERS = 60;

/** A promotion with its bound rule, and the columns that the domain does not need. */
export interface ListedPromotion extends Promotion {
  bound: Bound;
  summary: string;
  stock: number | null;
  sold: number;
  limit: number | null;
  /** How many goods it is for, of which `offers` holds the first ones. */
  goodsTotal: number;
}

interface PromotionFilter {
  kinds?: readonly string[] | undefined;
  id?: number | undefined;
  /** Only those that sell this good. */
  goodsId?: number | undefined;
}

/** The promotions of these kinds that are open now or within a week before or after; one given by id at any time. */
export async function listedPromotions(
  { db, now }: Pick<CatalogueContext, 'db' | 'now'>,
  filter: PromotionFilter,
): Promise<ListedPromotion[]> {
  const rows = await listedRows(db, filter, now);
  const ids = rows.map(({ id }) => id);
  const found = ids.length > 0 ? await loadPromotions(db, { ids, companyId: null, most: MAX_OFFERS }) : [];
  const totals = await goodsTotals(db, found);
  const byId = new Map(found.map((promotion) => [promotion.id, promotion]));
  return rows.flatMap((row) => {
    const promotion = byId.get(row.id);
    const bound = promotion && kindOf(promotion.kind)?.bind(promotion);
    if (!promotion || !bound || bound instanceof RuleProblem) return [];
    const { summary, stock, sold, member_limit: limit } = row;
    return [{ ...promotion, bound, summary, stock, sold, limit, goodsTotal: totals.get(row.id) ?? 0 }];
  });
}

/** Promotion id -> how many goods it is for. Only those are counted that may not have been read to the end. */
async function goodsTotals(db: Db, found: readonly Promotion[]): Promise<ReadonlyMap<number, number>> {
  const read = found.map(({ id, offers }) => ({ id, total: offers.filter(isBuyable).length }));
  const counted = await countGoods(
    db,
    read.filter(({ total }) => total >= MAX_OFFERS).map(({ id }) => id),
  );
  return new Map(read.map(({ id, total }) => [id, counted.get(id) ?? total]));
}

const isBuyable = ({ role }: Offer): boolean => role === 'goods';

function listedRows(db: Db, { kinds, id, goodsId }: PromotionFilter, now: number) {
  const { startsBefore, endsAfter } = listedAround(now);
  return db
    .selectFrom('promotions')
    .where('withdrawn', '=', false)
    .where((eb) => (kinds === undefined ? eb.lit(true) : isAnyOf('kind', kinds)))
    .where((eb) => (id === undefined ? eb.lit(true) : eb('id', '=', id)))
    .where((eb) => (goodsId === undefined ? eb.lit(true) : isBought(eb, goodsId)))
    .$if(id === undefined, (query) =>
      query.where('starts_at', '<', startsBefore).where('ends_at', '>', endsAfter),
    )
    .orderBy('starts_at')
    .orderBy('id')
    .limit(200)
    .select(['id', 'summary', 'stock', 'sold', 'member_limit'])
    .execute();
}

function isBought(eb: ExpressionBuilder<Database, 'promotions'>, goodsId: number) {
  const own = eb
    .selectFrom('promotion_goods')
    .whereRef('promotion_goods.promotion_id', '=', 'promotions.id')
    .where('promotion_goods.goods_id', '=', goodsId)
    .where('promotion_goods.role', '=', 'goods');
  return eb.or([eb('promotions.everything', '=', true), eb.exists(own.select('promotion_goods.id'))]);
}

/** Promotions as the API answers them (schemas/shop/entities/promotion), `most` goods of each as cards. */
export async function promotionsAnswer(
  context: CatalogueContext,
  listed: readonly ListedPromotion[],
  most: number = MAX_OFFERS,
): Promise<PromotionEntity[]> {
  const shown = listed.map((one) => ({ one, ...splitOffers(one, most) }));
  const goodsIds = [
    ...new Set(shown.flatMap(({ offers, gains }) => [...offers, ...gains].map(({ goodsId }) => goodsId))),
  ];
  const cards = new Map((await cardsFor(context, goodsIds)).map((card) => [card.id, card]));
  const limits = await offerLimits(
    context.db,
    shown.flatMap(({ offers, gains }) => [...offers, ...gains].map(({ id }) => id)),
  );
  const offerAnswer = (offer: Offer): PromotionOffer[] => {
    const goods = cards.get(offer.goodsId);
    const limit = limits.get(offer.id);
    if (!goods || !limit) return [];
    const shown = goods.price_notice === null;
    const price = shown && offer.price !== null ? toYuan(offer.price) : null;
    const amounts = shown ? limit : { ...limit, ...HIDDEN_STOCK };
    return [{ id: offer.id, role: offer.role, goods, price, number: offer.quantity, ...amounts }];
  };
  return byStage(
    shown.map(({ one, offers, gains }) => ({
      ...promotionAnswer(context, one, cards),
      offers: offers.flatMap(offerAnswer),
      gains: gains.flatMap(offerAnswer),
    })),
  );
}

/**
 * Splits offers into goods to buy and gains (gifts, exchanges). A set is never cut short, because its price is that of
 * all its goods.
 */
function splitOffers({ bound, offers }: ListedPromotion, most: number): { offers: Offer[]; gains: Offer[] } {
  const bought = offers.filter(isBuyable);
  const gains = offers.filter((offer) => !isBuyable(offer));
  return {
    offers: bought.slice(0, bound.effect.stage === 'set' ? MAX_OFFERS : most),
    gains: gains.slice(0, MAX_OFFERS),
  };
}

/** Offer id -> its stock and limit, as everybody reads them. */
async function offerLimits(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('promotion_goods')
    .where(isAnyOf('id', ids))
    .select(['id', 'stock', 'sold', 'member_limit as limit'])
    .execute();
  return new Map(rows.map(({ id, ...limits }) => [id, limits]));
}

/** Replaces the stock of a promotion for viewers who may not see prices. */
const HIDDEN_STOCK = { stock: null, sold: null };

function promotionAnswer(
  { visitor, site, now }: CatalogueContext,
  one: ListedPromotion,
  cards: ReadonlyMap<number, GoodsCard>,
): Omit<PromotionEntity, 'offers' | 'gains'> {
  const { effect, words } = one.bound;
  const state = stageOf(one.startsAt, one.endsAt, now);
  return {
    id: one.id,
    kind: one.kind,
    kind_text: kindOf(one.kind)?.name ?? '',
    name: one.name,
    summary: one.summary,
    rules: words,
    rules_text: words.join('；'),
    state,
    day: dayText(state === 'open' ? now : one.startsAt, now),
    starts_at: one.startsAt,
    ends_at: one.endsAt,
    ...setPrices(one, cards),
    choose: effect.stage === 'set' ? effect.choose : null,
    everything: one.everything,
    ...(viewerOf(visitor, site).seesPrices ? { stock: one.stock, sold: one.sold } : HIDDEN_STOCK),
    limit: one.limit,
    goods_total: one.goodsTotal,
    tiers: 'next' in effect ? thresholdsOf(effect.next).map(tierAnswer) : [],
    counted: null,
    reached: false,
    missing: 0,
    hint: blockingGoods(one, cards),
  };
}

const tierAnswer = ({ amount, gain }: Threshold) => ({ amount: toYuan(amount), gain });

/** The good that prevents a buyer from buying a fixed set, with the reason: none of its goods can be left out. */
function blockingGoods(
  { bound: { effect }, offers }: ListedPromotion,
  cards: ReadonlyMap<number, GoodsCard>,
): string | null {
  if (effect.stage !== 'set' || effect.choose !== null) return null;
  const blocking = offers
    .map(({ goodsId }) => cards.get(goodsId))
    .find((card) => card?.price_notice === null && card.buy_notice !== null);
  return blocking ? `${blocking.name}：${blocking.buy_notice}` : null;
}

/** Price of one set, and of its goods bought separately; null for viewers who may not see prices. */
function setPrices(
  { bound: { effect }, offers }: ListedPromotion,
  cards: ReadonlyMap<number, GoodsCard>,
): Pick<PromotionEntity, 'price' | 'original_price'> {
  const hidden = { price: null, original_price: null };
  if (effect.stage !== 'set') return hidden;
  const parts = offers.map(({ goodsId, quantity }) => {
    const card = cards.get(goodsId);
    const yuan = card?.price ?? null;
    return { goodsId, quantity, price: yuan === null ? null : Math.round(yuan * 100) };
  });
  const priced = parts.flatMap((part) => (part.price === null ? [] : [{ ...part, price: part.price }]));
  if (priced.length < parts.length || priced.length === 0) return hidden;
  const separately = priced.reduce((sum, part) => sum + part.price * part.quantity, 0);
  // A set to choose from has no separate price: it depends on the choice.
  if (effect.choose !== null) {
    const dearest = Math.max(...priced.map(({ price }) => price)) * effect.choose;
    return {
      price: toYuan(effect.total([{ goodsId: 0, quantity: 1, price: dearest }])),
      original_price: null,
    };
  }
  return { price: toYuan(effect.total(priced)), original_price: toYuan(separately) };
}
