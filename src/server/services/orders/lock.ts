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
  const goodsIds = lines.flatMap(goodsIn);
  const gifts = await openOffers(db, ['gift'], now).where('offer.role', '=', 'gift').execute();
  await lockStock(db, [...new Set([...goodsIds, ...gifts.map(({ goods_id }) => goods_id)])]);
  const spikeGoods = lines.filter(({ type }) => type === LINE_TYPE.spike).map(({ goods_id }) => goods_id);
  const spikes = await openOffers(db, ['spike', 'daily'], now)
    .where('offer.goods_id', 'in', spikeGoods.length > 0 ? spikeGoods : [0])
    .execute();
  const promotionIds = [...new Set(lines.flatMap(({ promotion_id }) => promotion_id ?? []))];
  const exchanges = await openOffers(db, ['exchange'], now)
    .where('promotions.id', 'in', promotionIds.length > 0 ? promotionIds : [0])
    .where('offer.role', '=', 'exchange')
    .execute();
  await lockPromotions(db, {
    promotionIds,
    offerIds: [...gifts, ...spikes, ...exchanges].map(({ id }) => id),
  });
}

function openOffers(db: Db, kinds: readonly string[], now: number) {
  return db
    .selectFrom('promotion_goods as offer')
    .innerJoin('promotions', 'promotions.id', 'offer.promotion_id')
    .where('promotions.kind', 'in', kinds)
    .where('promotions.starts_at', '<=', now)
    .where('promotions.ends_at', '>', now)
    .where('promotions.withdrawn', '=', false)
    .select(['offer.id', 'offer.goods_id']);
}
