import type { Db } from '../../../kernel/db/schema.ts';
import type { CancelRequestState } from '../tables.ts';

/** Closes the pending cancel request of an order, if there is one; returns its reason. */
export function closeCancelRequest(
  db: Db,
  orderId: number,
  { state, reply, now }: { state: CancelRequestState; reply: string; now: number },
) {
  return db
    .updateTable('cancel_requests')
    .set({ state, reply, decided_at: now })
    .where('order_id', '=', orderId)
    .where('state', '=', 'waiting')
    .returning('reason')
    .executeTakeFirst();
}
