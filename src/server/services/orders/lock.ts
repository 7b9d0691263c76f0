import { LINE_TYPE } from '#domain/cart-totals.ts';
import type { Db } from '../../db/schema.ts';
import { cartLines, goodsIn } from '../cart/facts.ts';
import { lockCart } from '../cart/write.ts';
import { lockPromotions } from '../promotions/take.ts';
import { lockStock } from './stock.ts';

/**
 * Locks all that the figures of a checkout depend on, in the order that everybody keeps: the company's cart, the stock of
 * the lines' goods and of gifts that may come with them, then promotions and offers with a stock of their own.
 */
export async function lockPurchase(
  db: Db,
  companyId: number,
  lineIds: readonly number[],
  now: number,
): Promise<void> {
  await lockCart(db, companyId);
  const lines = (await cartLines(db, companyId)).filter(({ id }) => lineIds.includes(id));
  const spikeGoods = lines.filter(({ type }) => type === LINE_TYPE.spike).map(({ goods_id }) => goods_id);
  const promotionIds = [...new Set(lines.flatMap(({ promotion_id }) => promotion_id ?? []))];
  const offers = await offersFor(db, { spikeGoods, promotionIds }, now);
  const gifts = offers.filter(({ role }) => role === 'gift');
  await lockStock(db, [...new Set([...lines.flatMap(goodsIn), ...gifts.map(({ goods_id }) => goods_id)])]);
  await lockPromotions(db, { promotionIds, offerIds: offers.map(({ id }) => id) });
}

/** Open offers with a stock of their own that these lines may draw on: flash sales, exchanges, and any gift. */
function offersFor(
  db: Db,
  { spikeGoods, promotionIds }: { spikeGoods: readonly number[]; promotionIds: readonly number[] },
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
        eb('offer.role', '=', 'gift'),
        eb.and([
          eb('promotions.kind', 'in', ['spike', 'daily']),
          eb('offer.goods_id', 'in', spikeGoods.length > 0 ? spikeGoods : [0]),
        ]),
        eb.and([
          eb('offer.role', '=', 'exchange'),
          eb('promotions.id', 'in', promotionIds.length > 0 ? promotionIds : [0]),
        ]),
      ]),
    )
    .select(['offer.id', 'offer.goods_id', 'offer.role'])
    .execute();
}
