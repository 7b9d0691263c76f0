import type { Db } from '../../kernel/db/schema.ts';
import { settleCashbacks } from './cashback/settle.ts';
import { returnUnits } from './commands/promotion-uses.ts';
import { returnRights } from './rights/spend.ts';

/**
 * What promotions do when an order moves on. All run in the transaction that moves it and has locked its row; what an
 * order's payment does to a team stands in `teams.ts`.
 */

/** The order ended unpaid, or was closed whole: units of promotions, coupon and vouchers come back. */
export async function onEnded(db: Db, orderId: number, now: number): Promise<void> {
  await returnUnits(db, orderId);
  const { purchase_id } = await db
    .selectFrom('orders')
    .where('id', '=', orderId)
    .select('purchase_id')
    .executeTakeFirstOrThrow();
  await returnRights(db, purchase_id, now);
}

/** The order was completed: what it adds to a period's spend may be worth something. */
export async function onCompleted(db: Db, orderId: number, now: number): Promise<void> {
  await settleCashbacks(db, orderId, now);
}

/** Money of the order went back (`orders.refunded_fen` says so already): cashback for it is taken back. */
export async function onRefunded(db: Db, orderId: number, now: number): Promise<void> {
  await settleCashbacks(db, orderId, now);
}
