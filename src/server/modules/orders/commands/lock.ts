import { sql } from 'kysely';
import { LINE_TYPE } from '#shop/domain/cart-totals.ts';
import { SALE_KINDS } from '#shop/domain/promotions/index.ts';
import { prepareQuery } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { inSavepoint } from '../../../kernel/db/transaction.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import type { Refused } from '../../../kernel/result/answer.ts';
import type { SiteTerms } from '../../../kernel/site-terms.ts';
import {
  cartLines,
  goodsIn,
  lockCart,
  lockUnshipped,
  type UnshippedOrder,
  type WrittenLine,
} from '../../cart/index.ts';
import { type CheckoutInput, type PreparedCheckout, prepareCheckout } from '../../checkout/index.ts';
import { lockStock } from '../../inventory/index.ts';
import { lockPromotions } from '../../promotions/index.ts';

/** A checkout, and the orders that count towards its free shipping: all that it depends on is locked. */
export interface LockedCheckout extends PreparedCheckout {
  unshipped: readonly UnshippedOrder[];
}

/** What may be taken of stock and promotions when lines of a cart are ordered. */
interface Demand {
  goodsIds: readonly number[];
  promotionIds: readonly number[];
  offers: Awaited<ReturnType<typeof offersFor>>;
}

/**
 * Locks all rows that the amounts of a checkout depend on, in the order that all transactions use: the company's cart, its orders
 * that count towards free shipping, the stock of the lines' goods, then promotions and offers with a stock of their own; and
 * prices the checkout. A gift's stock is locked only where the first pricing gives one: every order of the shop that may come
 * with the gift would otherwise wait for all others.
 */
export async function lockAndPrepare(
  db: Db,
  buyer: Member,
  input: CheckoutInput,
  context: { site: SiteTerms; now: number },
): Promise<LockedCheckout | Refused> {
  // Pipelined, answered in this order: the lines are read under the locks.
  const [, unshipped, written] = await Promise.all([
    lockCart(db, buyer.companyId),
    lockUnshipped(db, buyer.companyId),
    cartLines(db, buyer.companyId),
  ]);
  const demand = await demandOf(db, written, input.ids, context.now);
  const prepare = async (locked: { gifts: boolean }) => {
    const locks = lockDemand(db, demand, locked);
    // What promotions have left is read once they are locked.
    if (demand.promotionIds.length > 0 || demand.offers.length > 0) await locks;
    const before = { written, unshipped: unshipped.reduce((sum, { amount }) => sum + amount, 0) };
    const [, prepared] = await Promise.all([locks, prepareCheckout(db, buyer, input, context, before)]);
    return 'refusal' in prepared ? prepared : { ...prepared, unshipped };
  };
  // A seed that is alone with its database runs in no transaction: there are no locks to give back.
  const mayGive = db.isTransaction && demand.offers.some(({ role }) => role === 'gift');
  if (!mayGive) return prepare({ gifts: false });
  const givesNothing = (prepared: LockedCheckout | Refused) =>
    'refusal' in prepared || prepared.lines.every(({ gift }) => !gift);
  // Rows are locked in the order of their ids: those of the lines are given back before gifts are locked.
  const prepared = await inSavepoint(db, 'stock', () => prepare({ gifts: false }), givesNothing);
  return givesNothing(prepared) ? prepared : prepare({ gifts: true });
}

async function demandOf(
  db: Db,
  written: readonly WrittenLine[],
  lineIds: readonly number[],
  now: number,
): Promise<Demand> {
  const lines = written.filter(({ id }) => lineIds.includes(id));
  const spikeGoods = lines.filter(({ type }) => type === LINE_TYPE.spike).map(({ goods_id }) => goods_id);
  const promotionIds = [...new Set(lines.flatMap(({ promotion_id }) => promotion_id ?? []))];
  const goodsIds = [...new Set(lines.map(({ goods_id }) => goods_id))];
  const offers = await offersFor(db, { spikeGoods, promotionIds, goodsIds, now });
  return { goodsIds: [...new Set(lines.flatMap(goodsIn))], promotionIds, offers };
}

async function lockDemand(
  db: Db,
  { goodsIds, promotionIds, offers }: Demand,
  { gifts }: { gifts: boolean },
): Promise<void> {
  const locked = offers.filter(({ role }) => gifts || role !== 'gift');
  const given = locked.filter(({ role }) => role === 'gift').map(({ goods_id }) => goods_id);
  await Promise.all([
    lockStock(db, [...new Set([...goodsIds, ...given])]),
    lockPromotions(db, { promotionIds, offerIds: locked.map(({ id }) => id) }),
  ]);
}

/**
 * Open offers with a stock of their own that these lines may draw on: flash sales, exchanges, and gifts for them. Each is a
 * query of its own, found by its index; in one condition they would have every offer of the shop read.
 */
const offersFor = prepareQuery<
  Record<'spikeGoods' | 'promotionIds' | 'goodsIds', readonly number[]> & { now: number }
>()((db, { value, isAnyOf }) => {
  const open = db
    .selectFrom('promotions')
    .innerJoin('promotion_goods as offer', 'offer.promotion_id', 'promotions.id')
    .where('promotions.starts_at', '<=', value('now'))
    .where('promotions.ends_at', '>', value('now'))
    .where('promotions.withdrawn', '=', sql.lit(false))
    .select(['offer.id', 'offer.goods_id', 'offer.role']);
  const covering = db
    .selectFrom('promotion_goods as covered')
    .where(isAnyOf('covered.goods_id', 'goodsIds'))
    .select('covered.promotion_id');
  const gifts = open
    // Written out, so that the index of gifts serves it.
    .where('offer.role', '=', sql.lit('gift'))
    .where((eb) =>
      eb.or([eb('promotions.everything', '=', sql.lit(true)), eb('promotions.id', 'in', covering)]),
    );
  const sales = open
    .where('promotions.kind', 'in', SALE_KINDS)
    .where(isAnyOf('offer.goods_id', 'spikeGoods'));
  const exchanges = open.where('offer.role', '=', 'exchange').where(isAnyOf('promotions.id', 'promotionIds'));
  return gifts.union(sales).union(exchanges);
});
