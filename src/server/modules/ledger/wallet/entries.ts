import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/schema.ts';
import { type AccountRef, accountId, type UseType } from '../ledger.ts';

/** Filter of an account's entries; moments in seconds, `until` exclusive. */
export interface EntryFilter {
  page: number;
  pageSize: number;
  useTypes?: readonly number[];
  /** Only gains, or only losses. */
  direction?: 'in' | 'out';
  from?: number;
  until?: number;
}

/** One entry of an account's log. `change` is negative where the account paid; `after` is what it then held. */
export interface LedgerEntry {
  id: number;
  change: number;
  after: number;
  use_type: UseType;
  memo: string;
  order_id: number | null;
  order_no: string | null;
  bill_id: number | null;
  voucher_id: number | null;
  created_at: number;
}

/**
 * A page of an account's entries by time, newest first, with number and sums of all that match the filter. An entry
 * that was booked later for an earlier time (a balance brought forward) is listed, and counted, at that time.
 */
export async function entriesOf(
  db: Db,
  account: AccountRef,
  { page, pageSize, useTypes, direction, from, until }: EntryFilter,
): Promise<{ list: LedgerEntry[]; total: number; gained: number; spent: number }> {
  const id = await accountId(db, account);
  // The running sum is taken over all entries before any is left out.
  const all = db
    .selectFrom('entries')
    .where('account_id', '=', id)
    .selectAll()
    .select(sql<number>`sum(change) OVER (ORDER BY created_at, ledger_id)`.as('after'));
  const found = db
    .selectFrom(all.as('entry'))
    .$if(useTypes !== undefined && useTypes.length > 0, (query) =>
      query.where('use_type', 'in', useTypes ?? []),
    )
    .$if(direction !== undefined, (query) => query.where('change', direction === 'in' ? '>' : '<', 0))
    .$if(from !== undefined, (query) => query.where('entry.created_at', '>=', from ?? 0))
    .$if(until !== undefined, (query) => query.where('entry.created_at', '<', until ?? 0));
  const sums = await found
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(change) FILTER (WHERE change > 0), 0)`.as('gained'),
      sql<number>`coalesce(-sum(change) FILTER (WHERE change < 0), 0)`.as('spent'),
    ])
    .executeTakeFirstOrThrow();
  const rows = await found
    .leftJoin('orders', 'orders.id', 'entry.order_id')
    .select([
      'entry.ledger_id as id',
      'entry.change',
      'entry.after',
      'entry.use_type',
      'entry.memo',
      'entry.order_id',
      'orders.no as order_no',
      'entry.bill_id',
      'entry.voucher_id',
      'entry.created_at',
    ])
    .orderBy('entry.created_at', 'desc')
    .orderBy('entry.ledger_id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { list: rows.map((row) => ({ ...row, use_type: row.use_type as UseType })), ...sums };
}
