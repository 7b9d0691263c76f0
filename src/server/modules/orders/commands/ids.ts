import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/schema.ts';

/** Ids for a purchase, its orders and its lines, ascending: known before the rows are written, so that nothing waits for that. */
export interface PurchaseIds {
  purchase: number;
  orders: number[];
  lines: number[];
}

/** Takes ids for a purchase of so many orders and lines as it is likely to have; see {@link completeIds}. */
export const nextIds = (db: Db, count: { orders: number; lines: number }): Promise<PurchaseIds> =>
  db
    .selectNoFrom([
      next('purchases_id_seq').as('purchase'),
      idsOf('orders_id_seq', count.orders).as('orders'),
      idsOf('order_lines_id_seq', count.lines).as('lines'),
    ])
    .executeTakeFirstOrThrow();

/** Takes what is missing of these ids. */
export async function completeIds(
  db: Db,
  { purchase, orders, lines }: PurchaseIds,
  count: { orders: number; lines: number },
): Promise<PurchaseIds> {
  const missing = { orders: count.orders - orders.length, lines: count.lines - lines.length };
  if (missing.orders <= 0 && missing.lines <= 0) return { purchase, orders, lines };
  const more = await db
    .selectNoFrom([
      idsOf('orders_id_seq', missing.orders).as('orders'),
      idsOf('order_lines_id_seq', missing.lines).as('lines'),
    ])
    .executeTakeFirstOrThrow();
  return { purchase, orders: [...orders, ...more.orders], lines: [...lines, ...more.lines] };
}

const next = (sequence: string) => sql<number>`nextval(${sequence}::regclass)::integer`;

/** The next ids of a sequence, each written out: a query for a number of rows is planned anew at each execution. */
const idsOf = (sequence: string, count: number) =>
  sql<number[]>`ARRAY[${sql.join(Array.from({ length: count }, () => next(sequence)))}]::integer[]`;
