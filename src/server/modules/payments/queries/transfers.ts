import type { TransferNotice } from '#generated/schemas.ts';
import { toYuan } from '#shop/domain/money.ts';
import { prepareQuery } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';

const TRANSFER_TEXT = {
  waiting: '等待财务确认',
  confirmed: '已确认到账',
  refused: '未通过',
  withdrawn: '已撤回',
} as const;

/** The latest transfer submitted for an order; null when there is none. */
export async function latestTransfer(db: Db, orderId: number): Promise<TransferNotice | null> {
  const [row] = await loadLatest(db, { orderId });
  if (!row) return null;
  return {
    id: row.id,
    payer: row.payer,
    amount: toYuan(row.amount_fen),
    paid_on: row.paid_on,
    reference: row.reference,
    voucher: `/api/upload/${row.upload_id}`,
    voucher_type: row.voucher_type,
    state: row.state,
    state_text: TRANSFER_TEXT[row.state],
    reason: row.reason,
    created_at: row.created_at,
  };
}

const loadLatest = prepareQuery<{ orderId: number }>()((db, { value }) =>
  db
    .selectFrom('transfers')
    .innerJoin('transfer_orders', 'transfer_orders.transfer_id', 'transfers.id')
    .where('transfer_orders.order_id', '=', value('orderId'))
    .orderBy('transfers.id', 'desc')
    .innerJoin('uploads', 'uploads.id', 'transfers.upload_id')
    .selectAll('transfers')
    .select('uploads.type as voucher_type')
    .limit(1),
);

/** The ids of those orders that have a transfer pending review, whatever the state of the order. */
export async function withPendingTransfer(db: Db, orderIds: readonly number[]): Promise<Set<number>> {
  if (orderIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('transfer_orders')
    .innerJoin('transfers', 'transfers.id', 'transfer_orders.transfer_id')
    .where('transfer_orders.order_id', 'in', orderIds)
    .where('transfers.state', '=', 'waiting')
    .select('transfer_orders.order_id')
    .execute();
  return new Set(rows.map(({ order_id }) => order_id));
}
