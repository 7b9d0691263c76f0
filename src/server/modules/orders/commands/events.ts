import { prepareQuery } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { sendWrite } from '../../../kernel/db/transaction.ts';

/** Adds to the order's timeline, which its buyer reads. */
export async function addOrderEvent(db: Db, orderId: number, at: number, text: string): Promise<void> {
  await sendWrite(db, insertEvent(db, { orderId, at, text }));
}

const insertEvent = prepareQuery<{ orderId: number; at: number; text: string }>()((db, { value }) =>
  db.insertInto('order_events').values({ order_id: value('orderId'), at: value('at'), text: value('text') }),
);
