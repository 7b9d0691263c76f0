import type { CancelRequest } from '#generated/schemas.ts';
import { toYuan } from '#shop/domain/money.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Refused, refuse } from '../../../kernel/result/answer.ts';
import type { CancelRequestState } from '../tables.ts';

/** Why nothing may be sent of an order now; null when something may. */
export async function refuseCancelRequested(db: Db, orderId: number): Promise<Refused | null> {
  if (!(await hasPendingCancelRequest(db, orderId))) return null;
  return refuse('invalid', { message: '买家申请取消这个订单，请先同意或驳回' });
}

/** The last request of an order; null when there was none. */
export async function latestCancelRequest(db: Db, orderId: number): Promise<CancelRequest | null> {
  const row = await db
    .selectFrom('cancel_requests')
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .select(['id', 'reason', 'state', 'reply', 'amount_fen', 'created_at', 'decided_at'])
    .executeTakeFirst();
  if (!row) return null;
  const { amount_fen, ...request } = row;
  return {
    ...request,
    state_text: STATES[row.state],
    ...(amount_fen !== null && { amount: toYuan(amount_fen) }),
  };
}

const STATES: Record<CancelRequestState, string> = {
  waiting: '待处理',
  accepted: '已同意',
  refused: '未通过',
  withdrawn: '已撤回',
};

/** Whether the buyer has asked to cancel and was not answered yet. */
export async function hasPendingCancelRequest(db: Db, orderId: number): Promise<boolean> {
  return (await withPendingCancelRequest(db, [orderId])).has(orderId);
}

/** The refund announced with the request that waits, in fen; null when none waits, or none was announced. */
export async function announcedRefund(db: Db, orderId: number): Promise<number | null> {
  const row = await db
    .selectFrom('cancel_requests')
    .where('order_id', '=', orderId)
    .where('state', '=', 'waiting')
    .select('amount_fen')
    .executeTakeFirst();
  return row?.amount_fen ?? null;
}

/** Those of these orders that their buyers have asked to cancel, and were not answered yet. */
export async function withPendingCancelRequest(db: Db, orderIds: readonly number[]): Promise<Set<number>> {
  if (orderIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('cancel_requests')
    .where('order_id', 'in', orderIds)
    .where('state', '=', 'waiting')
    .select('order_id')
    .execute();
  return new Set(rows.map(({ order_id }) => order_id));
}
