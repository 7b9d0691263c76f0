import type { Db } from '../../kernel/db/schema.ts';
import { settleCashbacks } from './cashback/settle.ts';
import { returnUnits } from './commands/promotion-uses.ts';
import { returnRights } from './rights/spend.ts';

/**
 * Handlers of promotions for changes of an order. All run in the transaction of the change, which has locked the
 * order's row. Teams of group-buys have handlers of their own, in the module `group-buys`.
 */

/** The order ended unpaid, or was closed whole: returns units of promotions, coupon and vouchers. */
export async function onEnded(db: Db, orderId: number, now: number): Promise<void> {
  await returnUnits(db, orderId);
  const { purchase_id } = await db
    .selectFrom('orders')
    .where('id', '=', orderId)
    .select('purchase_id')
    .executeTakeFirstOrThrow();
  await returnRights(db, purchase_id, now);
}

/** The order was completed: its spend may earn cashback. */
export async function onCompleted(db: Db, orderId: number, now: number): Promise<void> {
  await settleCashbacks(db, orderId, now);
}

/** Money of the order was refunded (`orders.refunded_fen` includes it already): takes back its cashback. */
export async function onRefunded(db: Db, orderId: number, now: number): Promise<void> {
  await settleCashbacks(db, orderId, now);
}
