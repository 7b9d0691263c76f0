import { LINE_TYPE } from '#shop/domain/cart-totals.ts';
import { SALE_KINDS } from '#shop/domain/promotions/index.ts';
import { isAnyOf } from '../../../kernel/db/any-of.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { cartLines, goodsIn, lockCart, lockUnshipped } from '../../cart/index.ts';
import { lockStock } from '../../inventory/index.ts';
import { lockPromotions } from '../../promotions/index.ts';

/**
 * Locks all rows that the amounts of a checkout depend on, in the order that all transactions use: the company's cart, its orders
 * that count towards free shipping, the stock of the lines' goods and of gifts that may come with them, then promotions and offers with a stock of their own.
 */
export async function lockPurchase(
  db: Db,
  companyId: number,
  lineIds: readonly number[],
  now: number,
): Promise<void> {
  await lockCart(db, companyId);
  await lockUnshipped(db, companyId);
  const lines = (await cartLines(db, companyId)).filter(({ id }) => lineIds.includes(id));
  const spikeGoods = lines.filter(({ type }) => type === LINE_TYPE.spike).map(({ goods_id }) => goods_id);
  const promotionIds = [...new Set(lines.flatMap(({ promotion_id }) => promotion_id ?? []))];
  const goodsIds = [...new Set(lines.map(({ goods_id }) => goods_id))];
  const offers = await offersFor(db, { spikeGoods, promotionIds, goodsIds }, now);
  const gifts = offers.filter(({ role }) => role === 'gift');
  await lockStock(db, [...new Set([...lines.flatMap(goodsIn), ...gifts.map(({ goods_id }) => goods_id)])]);
  await lockPromotions(db, { promotionIds, offerIds: offers.map(({ id }) => id) });
}

/** Open offers with a stock of their own that these lines may draw on: flash sales, exchanges, and gifts for them. */
function offersFor(
  db: Db,
  {
    spikeGoods,
    promotionIds,
    goodsIds,
  }: Record<'spikeGoods' | 'promotionIds' | 'goodsIds', readonly number[]>,
  now: number,
) {
  return db
    .selectFrom('promotion_goods as offer')
    .innerJoin('promotions', 'promotions.id', 'offer.promotion_id')
    .where('promotions.starts_at', '<=', now)
    .where('promotions.ends_at', '>', now)
    .where('promotions.withdrawn', '=', false)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('offer.role', '=', 'gift'),
          eb.or([
            eb('promotions.everything', '=', true),
            eb.exists(
              eb
                .selectFrom('promotion_goods as covered')
                .whereRef('covered.promotion_id', '=', 'promotions.id')
                .where(isAnyOf('covered.goods_id', goodsIds))
                .select('covered.id'),
            ),
          ]),
        ]),
        eb.and([eb('promotions.kind', 'in', SALE_KINDS), isAnyOf('offer.goods_id', spikeGoods)]),
        eb.and([eb('offer.role', '=', 'exchange'), isAnyOf('promotions.id', promotionIds)]),
      ]),
    )
    .select(['offer.id', 'offer.goods_id', 'offer.role'])
    .execute();
}
