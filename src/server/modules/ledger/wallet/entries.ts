import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Db } from '../../../kernel/db/schema.ts';
import { type AccountRef, accountId, type UseType } from '../ledger.ts';

/** Filter of an account's entries; moments in seconds, `until` exclusive. */
export interface EntryFilter {
  useTypes?: readonly number[];
  /** Only gains, or only losses. */
  direction?: 'in' | 'out';
  from?: number;
  until?: number;
}

/** A page of them, the first being 1. */
export interface EntryPage extends EntryFilter {
  page: number;
  pageSize: number;
}

/** An account whose sum is kept: the shop's own are the sum of their entries only. */
export type KeptAccount = Exclude<AccountRef, { shop: unknown }>;

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

type Side = 'to_account' | 'from_account';

const SIDES = { in: 'to_account', out: 'from_account' } as const;

const matches =
  (side: Side, account: number, { useTypes, direction, from, until }: EntryFilter) =>
  (eb: ExpressionBuilder<Database, 'ledger'>) =>
    eb.and([
      eb(side, '=', account),
      ...(direction === undefined || SIDES[direction] === side ? [] : [eb.lit(false)]),
      ...(useTypes && useTypes.length > 0 ? [eb('use_type', 'in', useTypes)] : []),
      ...(from === undefined ? [] : [eb('created_at', '>=', from)]),
      ...(until === undefined ? [] : [eb('created_at', '<', until)]),
    ]);

/**
 * A page of an account's entries by time, newest first, with the number of all that match the filter. An entry that was booked
 * later for an earlier time (a balance brought forward) is listed, and counted, at that time.
 */
export async function entriesOf(
  db: Db,
  account: KeptAccount,
  filter: EntryPage,
): Promise<{ list: LedgerEntry[]; total: number }> {
  const id = await accountId(db, account);
  const { page, pageSize } = filter;
  // Each side is read from its index only as far as the page, and then merged.
  const newest = (side: Side) =>
    db
      .selectFrom('ledger')
      .where(matches(side, id, filter))
      .select(['id', 'use_type', 'memo', 'order_id', 'bill_id', 'voucher_id', 'created_at'])
      .select(side === 'to_account' ? 'amount as change' : sql<number>`-amount`.as('change'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page * pageSize);
  const rows = await db
    .with('shown', (query) =>
      query
        .selectFrom(newest('to_account').as('gain'))
        .selectAll()
        .unionAll((eb) => eb.selectFrom(newest('from_account').as('loss')).selectAll())
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(pageSize)
        .offset((page - 1) * pageSize),
    )
    // What it held then is what it holds now without what has come since: older entries need not be read.
    .with('since', (query) =>
      query
        .selectFrom('entries')
        .where('account_id', '=', id)
        .where('entries.created_at', '>=', (eb) =>
          eb.selectFrom('shown').select((shown) => shown.fn.min('shown.created_at').as('oldest')),
        )
        .select('ledger_id')
        .select(sql<number>`sum(change) OVER (ORDER BY created_at DESC, ledger_id DESC)`.as('change')),
    )
    .selectFrom('shown')
    .innerJoin('since', 'since.ledger_id', 'shown.id')
    .innerJoin('accounts', (join) => join.on('accounts.id', '=', id))
    .leftJoin('orders', 'orders.id', 'shown.order_id')
    .select([
      'shown.id',
      'shown.change',
      'shown.use_type',
      'shown.memo',
      'shown.order_id',
      'orders.no as order_no',
    ])
    .select(['shown.bill_id', 'shown.voucher_id', 'shown.created_at'])
    .select(sql<number>`accounts.balance - since.change + shown.change`.as('after'))
    .orderBy('shown.created_at', 'desc')
    .orderBy('shown.id', 'desc')
    .execute();
  const count = (side: Side) =>
    db
      .selectFrom('ledger')
      .where(matches(side, id, filter))
      .select((eb) => eb.fn.countAll<number>().as('total'));
  const { gains, losses } = await db
    .selectNoFrom([count('to_account').as('gains'), count('from_account').as('losses')])
    .executeTakeFirstOrThrow();
  return {
    list: rows.map((row) => ({ ...row, use_type: row.use_type as UseType })),
    total: (gains ?? 0) + (losses ?? 0),
  };
}

/** The sums of all of an account's entries that match the filter. */
export async function sumsOf(
  db: Db,
  account: KeptAccount,
  filter: EntryFilter,
): Promise<{ gained: number; spent: number }> {
  const id = await accountId(db, account);
  const sum = (side: Side) =>
    db
      .selectFrom('ledger')
      .where(matches(side, id, filter))
      .select(sql<number>`coalesce(sum(amount), 0)`.as('sum'));
  const { gained, spent } = await db
    .selectNoFrom([sum('to_account').as('gained'), sum('from_account').as('spent')])
    .executeTakeFirstOrThrow();
  return { gained: gained ?? 0, spent: spent ?? 0 };
}
