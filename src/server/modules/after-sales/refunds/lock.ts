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
    .where('orders.id', 'in', dependent(db, own))
    .orderBy('orders.id')
    .select('orders.id')
    .forUpdate()
    .execute();
  return lockOrder(db, orderId, companyId);
}

/** The ids of these orders and of all others on which their refunds depend; united, since an OR would read every order. */
function dependent(db: Db, own: readonly number[]) {
  const earlier = db
    .selectFrom('orders as mine')
    .innerJoin('shipping_supports as support', 'support.purchase_id', 'mine.purchase_id')
    .innerJoin('orders as its', 'its.id', 'support.order_id')
    .innerJoin('orders as other', 'other.purchase_id', 'its.purchase_id')
    .where('mine.id', 'in', own)
    .select('other.id');
  const later = db
    .selectFrom('shipping_supports as support')
    .innerJoin('orders as other', 'other.purchase_id', 'support.purchase_id')
    .where('support.order_id', 'in', own)
    .select('other.id');
  return db
    .selectFrom('orders as same')
    .where('same.id', 'in', own)
    .select('same.id')
    .union(earlier)
    .union(later);
}
