import { sql } from 'kysely';
import type { MoneyEntry, PointsEntry } from '#generated/schemas.ts';
import { DAY, dayStart, lastMonths, monthOf, monthSpan, yearStart } from '#shop/domain/calendar.ts';
import { toYuan } from '#shop/domain/money.ts';
import { monthName, monthStart } from '../../../kernel/db/month.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type AccountRef, accountId, balanceOf, type UseType } from '../ledger.ts';
import { type EntryFilter, entriesOf, type KeptAccount, type LedgerEntry, sumsOf } from './entries.ts';
import { USE_TEXT } from './labels.ts';

const orderPage = pageLink('order_wddd_info');

/** Filter of a log, as calls take it: days `YYYY-MM-DD` or seconds; the last day is included. */
export interface LogFilter {
  useTypes?: readonly UseType[] | undefined;
  /** Only gains, or only losses. */
  direction?: 'in' | 'out' | undefined;
  start?: string | undefined;
  end?: string | undefined;
}

export interface LogQuery extends LogFilter {
  page: number;
  pageSize: number;
}

/** A page of an account's log, in the account's unit. */
export const readLogOf = (db: Db, account: KeptAccount, { page, pageSize, ...filter }: LogQuery) =>
  entriesOf(db, account, { page, pageSize, ...filterOf(filter) });

/** The sums of all of a log that fits the filter, in the account's unit. */
export const readSumsOf = (db: Db, account: KeptAccount, filter: LogFilter) =>
  sumsOf(db, account, filterOf(filter));

function filterOf({ useTypes, direction, start, end }: LogFilter): EntryFilter {
  const from = toSeconds(start);
  const until = toSeconds(end);
  return {
    ...(useTypes && { useTypes }),
    ...(direction && { direction }),
    ...(from !== null && { from }),
    ...(until !== null && { until: end?.includes('-') ? until + DAY : until + 1 }),
  };
}

function toSeconds(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  return text.includes('-') ? dayStart(text) : Number(text);
}

function commonFields(entry: LedgerEntry) {
  return {
    id: entry.id,
    use_type: entry.use_type,
    use_text: USE_TEXT[entry.use_type],
    memo: entry.memo,
    order_no: entry.order_no ?? '',
    order_url: entry.order_id === null ? '' : orderPage({ id: entry.order_id }),
    created_at: entry.created_at,
  };
}

/** An entry of balance or credit, in yuan. */
export const moneyEntry = (entry: LedgerEntry): MoneyEntry => ({
  ...commonFields(entry),
  change: toYuan(entry.change),
  after: toYuan(entry.after),
});

export function pointsEntry(entry: LedgerEntry): PointsEntry {
  const { use_type: _, ...rest } = commonFields(entry);
  return { ...rest, change: entry.change, after: entry.after };
}

/** Gains and losses in each of the last months, oldest first, in the account's unit. */
export async function monthlySums(
  db: Db,
  account: AccountRef,
  now: number,
  months: number,
): Promise<{ month: string; gained: number; spent: number }[]> {
  const names = lastMonths(now, months);
  const from = monthSpan(names[0] ?? '')?.from ?? now;
  const { rows } = await sql<{ month: string; gained: number; spent: number }>`
    SELECT ${monthName('created_at')} AS month,
      coalesce(sum(change) FILTER (WHERE change > 0), 0)::bigint AS gained,
      coalesce(-sum(change) FILTER (WHERE change < 0), 0)::bigint AS spent
    FROM entries WHERE account_id = ${await accountId(db, account)} AND created_at >= ${from}
    GROUP BY ${monthStart('created_at')}`.execute(db);
  const known = new Map(rows.map((row) => [row.month, row]));
  return names.map((month) => known.get(month) ?? { month, gained: 0, spent: 0 });
}

/** Points that expire at the end of this calendar year: all but those gained in it (domain §3). */
export async function expiringPoints(
  db: Db,
  companyId: number,
  now: number,
): Promise<{ number: number; at: number }> {
  const year = Number(monthOf(now).slice(0, 4));
  const from = yearStart(year);
  const account = { points: companyId };
  const { rows } = await sql<{ gained: number }>`
    SELECT coalesce(sum(amount), 0)::bigint AS gained FROM ledger
    WHERE to_account = ${await accountId(db, account)} AND created_at >= ${from}`.execute(db);
  const number = Math.max(0, (await balanceOf(db, account)) - (rows[0]?.gained ?? 0));
  return { number, at: yearStart(year + 1) - 1 };
}
