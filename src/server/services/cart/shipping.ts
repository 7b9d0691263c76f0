import { toFen } from '#domain/money.ts';
import type { ShippingRules } from '#domain/shipping.ts';
import type { SiteConfig } from '#generated/schemas.ts';
import type { Db } from '../../db/schema.ts';

/**
 * The site's shipping terms, in fen. 优选 goods reach their threshold within one purchase: nothing that was ordered
 * before counts towards it.
 */
export function shippingRules(trade: SiteConfig['trade'], unshipped: number): ShippingRules {
  return {
    site: { freeFrom: toFen(trade.shippingFreeFrom), fee: toFen(trade.shippingFee), unshipped },
    yx: { freeFrom: toFen(trade.yxShippingFreeFrom), fee: toFen(trade.yxShippingFee), unshipped: 0 },
  };
}

/**
 * Goods amount of paid orders that are still to be shipped: it counts towards the site's free shipping (spec §9).
 * 优选 lines do not: the two groups never help each other.
 */
export async function unshippedAmount(db: Db, companyId: number): Promise<number> {
  const { amount } = await db
    .selectFrom('orders')
    .innerJoin('order_lines as line', 'line.order_id', 'orders.id')
    .where('orders.company_id', '=', companyId)
    .where('orders.status', 'in', [20, 30])
    .where('line.yx', '=', false)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('line.payable_fen'), eb.lit(0)).as('amount'))
    .executeTakeFirstOrThrow();
  return amount;
}
