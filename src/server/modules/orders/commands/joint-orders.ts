import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { LockedOrder } from './end.ts';
import { lockOrders } from './joint-payment.ts';

/** The states of an order that waits for its money. */
const OPEN = [ORDER_STATE.unpaid, ORDER_STATE.confirming] as const;

/** The ids of these orders, and of those that are paid as one with them and still wait for money (domain §9). */
export async function withJointOrders(db: Db, ids: readonly number[], companyId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('orders as named')
    .innerJoin('orders as other', (join) =>
      join
        .onRef('other.purchase_id', '=', 'named.purchase_id')
        .onRef('other.hm', '=', 'named.hm')
        .on('other.joint', '=', true)
        .on('other.status', 'in', OPEN),
    )
    .where('named.id', 'in', ids)
    .where('named.company_id', '=', companyId)
    .where('named.joint', '=', true)
    .select('other.id')
    .distinct()
    .execute();
  return [...new Set([...ids, ...rows.map(({ id }) => id)])].toSorted((a, b) => a - b);
}

/** Locks orders of a company with their joint orders; null when one of them does not exist. */
export async function lockJointOrders(
  db: Db,
  ids: readonly number[],
  companyId: number,
): Promise<LockedOrder[] | null> {
  return lockOrders(db, await withJointOrders(db, ids, companyId), companyId);
}

/** The unpaid orders that are paid or cancelled as one with this order, itself included. */
export async function openJointOrders(
  db: Db,
  { id, purchase_id, hm, joint }: Pick<LockedOrder, 'id' | 'purchase_id' | 'hm' | 'joint'>,
): Promise<LockedOrder[]> {
  return db
    .selectFrom('orders')
    .where('status', 'in', OPEN)
    .$if(!joint, (query) => query.where('id', '=', id))
    .$if(joint, (query) =>
      query.where('purchase_id', '=', purchase_id).where('hm', '=', hm).where('joint', '=', true),
    )
    .orderBy('id')
    .selectAll()
    .execute();
}
