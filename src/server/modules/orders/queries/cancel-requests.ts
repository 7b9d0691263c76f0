import type { CancelRequest } from '#generated/schemas.ts';
import { toYuan } from '#shop/domain/money.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Refused, refuse } from '../../../kernel/result/answer.ts';
import type { CancelRequestState } from '../tables.ts';

/** Refuses to ship an order with a pending cancel request; null when it has none. */
export async function refuseCancelRequested(db: Db, orderId: number): Promise<Refused | null> {
  if (!(await hasPendingCancelRequest(db, orderId))) return null;
  return refuse('invalid', { message: '买家申请取消这个订单，请先同意或驳回' });
}

/** The latest cancel request of an order; null when there is none. */
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

/** Whether an order has a cancel request that staff have not decided yet. */
export async function hasPendingCancelRequest(db: Db, orderId: number): Promise<boolean> {
  return (await withPendingCancelRequest(db, [orderId])).has(orderId);
}

/** The refund announced with the pending cancel request, in fen; null when there is none. */
export async function announcedRefund(db: Db, orderId: number): Promise<number | null> {
  const row = await db
    .selectFrom('cancel_requests')
    .where('order_id', '=', orderId)
    .where('state', '=', 'waiting')
    .select('amount_fen')
    .executeTakeFirst();
  return row?.amount_fen ?? null;
}

/** The ids of those orders that have a pending cancel request. */
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
