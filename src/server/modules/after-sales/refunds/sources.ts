import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/schema.ts';
import { accountId } from '../../ledger/index.ts';

/** A route of a refund with its amount, in fen. `source`: through the gateway of a payment. */
export interface RefundRoute {
  route: 'balance' | 'bank' | 'source';
  amount: number;
  paymentId?: number;
}

/**
 * The external sources that paid an order, with the amounts not yet refunded to them: payments through gateways, the
 * latest first, then transfers.
 */
export async function refundSourcesOf(db: Db, orderId: number): Promise<RefundRoute[]> {
  const sales = await accountId(db, { shop: 'sales' });
  const bank = await accountId(db, { shop: 'bank' });
  const { rows: payments } = await sql<{ paymentId: number; amount: number }>`
    SELECT payment_id AS "paymentId", sum(amount)::bigint - (
        SELECT coalesce(sum(amount_fen), 0)::bigint FROM refunds
        WHERE refunds.order_id = ${orderId} AND refunds.payment_id = ledger.payment_id AND NOT surplus) AS amount
    FROM ledger WHERE order_id = ${orderId} AND to_account = ${sales} AND payment_id IS NOT NULL
    GROUP BY payment_id ORDER BY payment_id DESC`.execute(db);
  const { rows: transfers } = await sql<{ amount: number }>`
    SELECT coalesce(sum(amount), 0)::bigint - (
        SELECT coalesce(sum(amount_fen), 0)::bigint FROM refunds
        WHERE refunds.order_id = ${orderId} AND route = 'bank') AS amount
    FROM ledger WHERE order_id = ${orderId} AND to_account = ${sales} AND from_account = ${bank}`.execute(db);
  return [
    ...payments.map((payment) => ({ route: 'source' as const, ...payment })),
    ...transfers.map(({ amount }) => ({ route: 'bank' as const, amount })),
  ];
}
