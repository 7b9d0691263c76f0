import { formatDate } from '#shop/domain/format.ts';
import { RECEIPT_STATE, receiptStateText } from '#shop/domain/hm-receipt.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** Opens the receipt that the buyer owes for an order with ephedrine, once. */
export async function openReceipt(
  db: Db,
  order: { id: number; company_id: number },
  dueAt: number,
): Promise<void> {
  await db
    .insertInto('hm_receipts')
    .values({ order_id: order.id, company_id: order.company_id, due_at: dueAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes the receipt of an order of which nothing was kept. */
export async function deleteReceipt(db: Db, orderId: number): Promise<void> {
  await db.deleteFrom('hm_receipt_files').where('order_id', '=', orderId).execute();
  await db.deleteFrom('hm_receipts').where('order_id', '=', orderId).execute();
}

/** Why the company may order no more ephedrine now: a receipt is overdue (domain §4). `null` when it may. */
export async function overdueReceipt(db: Db, companyId: number, now: number): Promise<string | null> {
  const row = await db
    .selectFrom('hm_receipts')
    .innerJoin('orders', 'orders.id', 'hm_receipts.order_id')
    .where('hm_receipts.company_id', '=', companyId)
    .where('hm_receipts.status', 'in', [RECEIPT_STATE.awaited, RECEIPT_STATE.refused])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .select(['orders.no', 'due_at'])
    .executeTakeFirst();
  if (!row) return null;
  return `订单 ${row.no} 的含麻回执应在 ${formatDate(row.due_at)} 前交回，交回前不能再购买含麻商品`;
}

/** The state of an order's receipt as text; null when it needs none, or not yet. */
export async function receiptText(db: Db, orderId: number): Promise<string | null> {
  const row = await db
    .selectFrom('hm_receipts')
    .where('order_id', '=', orderId)
    .select('status')
    .executeTakeFirst();
  return row ? receiptStateText(row.status) : null;
}
