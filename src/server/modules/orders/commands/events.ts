import type { Db } from '../../../kernel/db/schema.ts';
import { sendWrite } from '../../../kernel/db/transaction.ts';

/** Adds to the order's timeline, which its buyer reads. */
export async function addOrderEvent(db: Db, orderId: number, at: number, text: string): Promise<void> {
  await sendWrite(db, db.insertInto('order_events').values({ order_id: orderId, at, text }).execute());
}
