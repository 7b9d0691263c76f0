import { type PricedCart, priceCart } from '#shop/domain/cart.ts';
import type { CartEntry, CartTerms, GiftStock } from '#shop/domain/cart-entry.ts';
import { LINE_TYPE } from '#shop/domain/cart-totals.ts';
import { CART_KINDS } from '#shop/domain/promotions/index.ts';
import type { Promotion } from '#shop/domain/promotions/promotion.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import type { SiteTerms } from '../../../kernel/site-terms.ts';
import { stockIn } from '../../inventory/index.ts';
import { loadPromotions } from '../../promotions/index.ts';
import type { CartFacts, PartFacts } from './facts.ts';
import { type LineGoods, lineGoods } from './line-goods.ts';
import { goodsNotice, judgeLine } from './rules.ts';
import { shippingRules, unshippedAmount } from './shipping.ts';

/** A cart with its facts and prices, and for each line that cannot be bought as it is the reason. */
export interface CartState {
  facts: CartFacts[];
  entries: CartEntry[];
  priced: PricedCart;
  terms: CartTerms;
  notices: Map<number, string>;
  /** The goods that may come as gifts. */
  giftGoods: ReadonlyMap<number, LineGoods>;
}

/** What prices depend on besides buyer and lines: the shop's constants and the time (s). */
export interface PricingContext {
  site: SiteTerms;
  now: number;
}

/** What the prices of lines depend on besides the lines themselves and their goods. */
export interface PricingInputs {
  promotions: readonly Promotion[];
  /** Of the orders that they may ship with, in fen. */
  unshipped: number;
}

/**
 * The promotions that cover these lines, and the amount of the orders that they may ship with.
 * @param known that amount, where the caller has locked the orders
 */
export async function loadPricingInputs(
  db: Db,
  buyer: Member,
  lines: readonly Pick<CartFacts, 'goods_id' | 'promotion_id'>[],
  now: number,
  known?: number,
): Promise<PricingInputs> {
  const [promotions, unshipped] = await Promise.all([
    loadPromotions(db, {
      now,
      kinds: CART_KINDS,
      goodsIds: [...new Set(lines.map((line) => line.goods_id))],
      ids: [...new Set(lines.flatMap((line) => line.promotion_id ?? []))],
      companyId: buyer.companyId,
    }),
    known ?? unshippedAmount(db, buyer.companyId),
  ]);
  return { promotions, unshipped };
}

/**
 * Prices the given lines for the buyer. Prices that a client sends are never used.
 * @param before where the caller has read it
 */
export async function priceFacts(
  db: Db,
  buyer: Member,
  facts: CartFacts[],
  context: PricingContext,
  before?: PricingInputs,
): Promise<CartState> {
  const inputs = before ?? (await loadPricingInputs(db, buyer, facts, context.now));
  const { terms, giftGoods } = await cartTerms(db, buyer, inputs, context);
  const judged = facts.map((line) => ({ line, verdict: judgeLine(line, facts, buyer) }));
  const entries = judged.map(({ line, verdict }) => entryOf(line, verdict.purchasable));
  const priced = priceCart(entries, terms);
  const inPromotion = new Map(priced.lines.map(({ id, notice }) => [id, notice]));
  const notices = new Map(
    judged.flatMap(({ line, verdict }) => {
      const notice = verdict.notice ?? inPromotion.get(line.id) ?? null;
      return notice === null ? [] : [[line.id, notice] as const];
    }),
  );
  return { facts, entries, priced, terms, notices, giftGoods };
}

/** A line in the form that the domain prices. A ladder step never costs more than the company's own price. */
export function entryOf(line: CartFacts, purchasable: boolean): CartEntry {
  const goods = [line, ...line.parts];
  return {
    id: line.id,
    type: line.type,
    quantity: line.number,
    selected: line.selected,
    goodsId: line.goods_id,
    warehouseId: line.warehouse_id,
    unit: line.unit,
    listPrice: line.list_fen,
    basePrice: line.base_fen,
    ladder: {
      type: line.ladder_type,
      steps: line.ladder.map((step) => ({
        number: step.number,
        price: Math.min(step.price_fen, line.base_fen),
      })),
    },
    promotionId: line.promotion_id,
    manjianId: line.manjian_id,
    parts: line.type === LINE_TYPE.combination ? line.parts.map(partOf) : [],
    purchasable,
    stock: line.stock,
    hm: goods.some(({ hm }) => hm),
    controlled: goods.some(({ controlled }) => controlled),
    // A set ships as 优选 only where all of it is.
    isYx: goods.every(({ yx }) => yx),
    // The goods of a set are not bought in a quantity of their own.
    dpbyNumber: line.parts.length > 0 ? null : line.dpby_number,
  };
}

function partOf(part: PartFacts) {
  return { goodsId: part.goods_id, quantity: part.each, price: part.base_fen, stock: part.stock };
}

async function cartTerms(
  db: Db,
  buyer: Member,
  { promotions, unshipped }: PricingInputs,
  { site, now }: PricingContext,
): Promise<{ terms: CartTerms; giftGoods: Map<number, LineGoods> }> {
  const giftIds = giftsIn(promotions);
  const giftGoods = await lineGoods(db, buyer, now, giftIds);
  const giftStock: GiftStock[] = [...giftGoods.values()].map((gift) => ({
    goodsId: gift.goods_id,
    warehouseId: gift.home_id,
    // Goods that the company may not buy are not given to it as gifts.
    stock: goodsNotice(gift, buyer) ? 0 : stockIn(gift.batches, gift.home_id).stock,
  }));
  const shipping = shippingRules(site.constants.trade, unshipped);
  return { terms: { promotions, giftStock, shipping, couponed: false, now }, giftGoods };
}

/** A line that nobody has seen yet. */
const UNSEEN = { seen_fen: null, seen_notice: null };

/** A good as a line of its own, bought without any promotion by name. */
export function plainEntry(goods: LineGoods, number: number): CartEntry {
  const line = { id: 0, type: LINE_TYPE.plain, number, selected: true, promotion_id: null, manjian_id: null };
  const place = { warehouse_id: goods.home_id, warehouse_name: '', stock: number, expires: null, parts: [] };
  return entryOf({ ...goods, ...line, ...place, ...UNSEEN }, true);
}

/** The goods that these promotions may give. */
function giftsIn(promotions: readonly Promotion[]): number[] {
  const gifts = promotions.flatMap(({ offers }) => offers.filter(({ role }) => role === 'gift'));
  return [...new Set(gifts.map(({ goodsId }) => goodsId))];
}
