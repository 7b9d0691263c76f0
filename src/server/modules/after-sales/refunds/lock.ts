import { ofAnyCompany } from '../../../kernel/db/of-company.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type LockedOrder, lockOrder } from '../../orders/index.ts';
import { pricingGroupOrderIds } from './pricing-group.ts';

/**
 * Locks an order with all others on which its refund depends, by ascending id: its pricing group, earlier orders that
 * counted towards its free shipping, and later ones towards which it counted.
 * @returns the order; `companyId` null: of any company
 */
export async function lockPricingGroup(
  db: Db,
  orderId: number,
  companyId: number | null,
): Promise<LockedOrder | undefined> {
  const found = await db
    .selectFrom('orders')
    .where('id', '=', orderId)
    .where(ofAnyCompany('company_id', companyId))
    .select('id')
    .executeTakeFirst();
  if (!found) return undefined;
  const own = await pricingGroupOrderIds(db, orderId);
  await db
    .selectFrom('orders')
    .where((eb) =>
      eb.or([
        eb('orders.id', 'in', own),
        // Earlier purchases.
        eb('orders.purchase_id', 'in', (earlier) =>
          earlier
            .selectFrom('shipping_supports as support')
            .innerJoin('orders as its', 'its.id', 'support.order_id')
            .where('support.purchase_id', 'in', (mine) =>
              mine.selectFrom('orders as mine').where('mine.id', 'in', own).select('mine.purchase_id'),
            )
            .select('its.purchase_id'),
        ),
        // Later purchases.
        eb('orders.purchase_id', 'in', (later) =>
          later
            .selectFrom('shipping_supports as support')
            .where('support.order_id', 'in', own)
            .select('support.purchase_id'),
        ),
      ]),
    )
    .orderBy('orders.id')
    .select('orders.id')
    .forUpdate()
    .execute();
  return lockOrder(db, orderId, companyId);
}
