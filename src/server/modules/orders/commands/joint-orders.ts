import { ORDER_STATE } from '#shop/domain/order-state.ts';
import { type Places, prepareQuery } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { LockedOrder } from './end.ts';

/** The states of an order that waits for its money. */
const OPEN = [ORDER_STATE.unpaid, ORDER_STATE.confirming] as const;

/** What decides which orders are paid as one (domain §9). */
type Joint = Pick<LockedOrder, 'purchase_id' | 'hm' | 'joint' | 'status'>;

/** Whether another order of the company is paid as one with this order, and still waits for money. */
export const arePaidAsOne = (order: Omit<Joint, 'status'>, other: Joint): boolean =>
  order.joint &&
  other.joint &&
  order.purchase_id === other.purchase_id &&
  order.hm === other.hm &&
  OPEN.some((state) => state === other.status);

/** Query of the ids of these orders and of those that are paid as one with them; united, since an OR would read every order. */
function withJoint(db: Db, isAnyOf: Places<{ ids: readonly number[] }>['isAnyOf']) {
  const joint = db
    .selectFrom('orders as named')
    .innerJoin('orders as other', (join) =>
      join
        .onRef('other.purchase_id', '=', 'named.purchase_id')
        .onRef('other.hm', '=', 'named.hm')
        .on('other.joint', '=', true)
        .on('other.status', 'in', OPEN),
    )
    .where(isAnyOf('named.id', 'ids'))
    .where('named.joint', '=', true)
    .select('other.id');
  return db.selectFrom('orders as same').where(isAnyOf('same.id', 'ids')).select('same.id').union(joint);
}

/** Locks orders of a company with their joint orders, by ascending id to prevent deadlocks; null when one of them does not exist. */
export async function lockJointOrders(
  db: Db,
  ids: readonly number[],
  companyId: number,
): Promise<LockedOrder[] | null> {
  const orders = await lockWithJoint(db, { ids, companyId });
  return ids.every((id) => orders.some((order) => order.id === id)) ? orders : null;
}

const lockWithJoint = prepareQuery<{ ids: readonly number[]; companyId: number }>()(
  (db, { value, isAnyOf }) =>
    db
      .selectFrom('orders')
      .where('company_id', '=', value('companyId'))
      .where('id', 'in', withJoint(db, isAnyOf))
      .orderBy('id')
      .selectAll()
      .forUpdate(),
);

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
