import { type RawBuilder, sql } from 'kysely';
import type { InvoiceOrder } from '#generated/schemas.ts';
import { toYuan } from '#shop/domain/money.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { accountId } from '../../ledger/index.ts';

interface Row {
  id: number;
  no: string;
  created_at: number;
  kinds: number;
  first: string;
  paid: number;
  refunded: number;
}

/** Completed orders of a company without an invoice, with their payments and refunds by the ledger. */
async function openOrders(db: Db, companyId: number): Promise<RawBuilder<Row>> {
  const sales = await accountId(db, { shop: 'sales' });
  return sql<Row>`(
    SELECT orders.id, orders.no, orders.created_at, orders.kinds,
      (SELECT name FROM order_lines WHERE order_id = orders.id ORDER BY id LIMIT 1) AS first, moved.paid, moved.refunded
    FROM orders
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount) FILTER (WHERE to_account = ${sales}), 0)::bigint AS paid,
        coalesce(sum(amount) FILTER (WHERE from_account = ${sales}), 0)::bigint AS refunded
      FROM ledger WHERE order_id = orders.id) AS moved
    WHERE orders.company_id = ${companyId} AND orders.status = ${ORDER_STATE.done} AND moved.paid > moved.refunded
      AND NOT EXISTS (SELECT 1 FROM invoice_orders WHERE order_id = orders.id AND live)) AS open`;
}

/**
 * How many orders of a company can be invoiced, and for how much. What an order was paid and gave back is in the order as in
 * the ledger, which the books are checked for; of all orders it is read from there, without looking at each one's entries.
 */
async function sumOpenOrders(db: Db, companyId: number): Promise<{ total: number; amount: number }> {
  const { rows } = await sql<{ total: number; amount: number }>`
    SELECT count(*) AS total, coalesce(sum(paid_fen - refunded_fen), 0)::bigint AS amount FROM orders
    WHERE company_id = ${companyId} AND status = ${ORDER_STATE.done} AND paid_fen > refunded_fen
      AND NOT EXISTS (SELECT 1 FROM invoice_orders WHERE order_id = orders.id AND live)`.execute(db);
  return rows[0] ?? { total: 0, amount: 0 };
}

/** A page of the orders that can be invoiced, oldest first. */
export async function listInvoiceableOrders(
  db: Db,
  companyId: number,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ list: InvoiceOrder[]; total: number; amount: number }> {
  const open = await openOrders(db, companyId);
  const { total, amount } = await sumOpenOrders(db, companyId);
  const { rows } = await sql<Row>`
    SELECT * FROM ${open} ORDER BY id LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`.execute(db);
  return {
    list: rows.map(({ paid, refunded, ...order }) => ({
      ...order,
      amount: toYuan(paid - refunded),
      refunded: toYuan(refunded),
    })),
    total,
    amount: toYuan(amount),
  };
}

/** Those of these orders that can be invoiced, with the amount in fen. */
export async function invoiceableOrders(
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<{ id: number; no: string; amount: number }[]> {
  const { rows } = await sql<{ id: number; no: string; amount: number }>`
    SELECT id, no, paid - refunded AS amount FROM ${await openOrders(db, companyId)}
    WHERE id = ANY(${[...ids]}::integer[]) ORDER BY id`.execute(db);
  return rows;
}
