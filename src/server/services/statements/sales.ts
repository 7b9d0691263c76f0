import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import { accountId } from '../money/ledger.ts';

/** What an order brought the shop by the ledger, in fen: paid into its sales, and given back out of them. */
export interface OrderSales {
  paid: number;
  refunded: number;
}

/** Order id -> its sales; orders without any are absent. */
export async function salesOf(db: Db, orderIds: readonly number[]): Promise<Map<number, OrderSales>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<{ order_id: number } & OrderSales>`
    SELECT order_id, coalesce(sum(change) FILTER (WHERE change > 0), 0)::bigint AS paid,
      coalesce(-sum(change) FILTER (WHERE change < 0), 0)::bigint AS refunded
    FROM entries
    WHERE account_id = ${await accountId(db, { shop: 'sales' })} AND order_id = ANY(${[...orderIds]}::integer[])
    GROUP BY order_id`.execute(db);
  return new Map(rows.map(({ order_id, ...sales }) => [order_id, sales]));
}
