import { sql } from 'kysely';
import type { Db } from '../../kernel/db/schema.ts';
import { assignments } from './assignments.ts';
import { eraseAccount } from './erase.ts';
import { PERSONAL_TABLES } from './register.ts';
import { type AtEnd, type RetentionTerm, YEAR } from './terms.ts';

/** Rows that one statement looks at; a run goes on while each of them had its time. */
const BATCH = 500;

/** Seconds for which the data of a company stays when its last account is closed (GSP §42). */
const COMPANY_TERM = 5 * YEAR;

interface Moment {
  now: number;
  /** Aborted when the process shuts down. */
  ending: AbortSignal;
}

/** Removes or replaces what has been kept for as long as the register of personal data says. Safe to repeat. */
export async function keepTerms(db: Db, moment: Moment): Promise<void> {
  for (const { table, keptBy } of PERSONAL_TABLES) {
    if (!('job' in keptBy) || keptBy.job !== 'retention' || !('since' in keptBy)) continue;
    const batch = keptBy.atEnd === 'removed' ? removeDue : replaceDue;
    while (!moment.ending.aborted && (await batch(db, table, keptBy, moment.now)) === BATCH);
  }
  if (!moment.ending.aborted) await eraseClosed(db, moment.now);
}

/** Removes what is due of the first rows; returns how many. */
async function removeDue(
  db: Db,
  table: string,
  { since, after, by }: RetentionTerm,
  now: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE ${sql.ref(since)} < ${now - after} AND ctid = ANY(ARRAY(
      SELECT ctid FROM ${sql.table(table)} ORDER BY ${sql.ref(by)} LIMIT ${BATCH}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Replaces the values of the next rows, up to the first that is not due; returns how many. */
async function replaceDue(
  db: Db,
  table: string,
  { since, after, atEnd, by }: RetentionTerm,
  now: number,
): Promise<number> {
  const last = await markOf(db, table);
  const { rows } = await sql<{ id: number; due: boolean }>`
    SELECT ${sql.ref(by)} AS id, ${sql.ref(since)} < ${now - after} AS due FROM ${sql.table(table)}
    WHERE ${sql.ref(by)} > ${last} ORDER BY ${sql.ref(by)} LIMIT ${BATCH}`.execute(db);
  const left = rows.findIndex(({ due }) => !due);
  const ids = rows.slice(0, left < 0 ? rows.length : left).map(({ id }) => id);
  if (ids.length === 0) return 0;
  await endOf(db, table, { column: by, ids }, atEnd);
  await setMark(db, table, ids.at(-1) ?? last);
  return ids.length;
}

/** The rows whose column has one of these values go, or are left without what is about a person. */
async function endOf(
  db: Db,
  table: string,
  { column, ids }: { column: string; ids: readonly number[] },
  atEnd: AtEnd,
): Promise<void> {
  const rows = sql`WHERE ${sql.ref(column)} = ANY(${ids}::bigint[])`;
  if (atEnd === 'removed') await sql`DELETE FROM ${sql.table(table)} ${rows}`.execute(db);
  else await sql`UPDATE ${sql.table(table)} SET ${assignments(atEnd.replaced)} ${rows}`.execute(db);
}

const COMPANIES = 'companies';

/**
 * Erases what is kept of companies, and their accounts, five years after the last account was closed. Looks at the next
 * companies in each run, and begins anew after the last.
 */
async function eraseClosed(db: Db, now: number): Promise<void> {
  const last = await markOf(db, COMPANIES);
  const { rows } = await sql<{ id: number; closed: boolean }>`
    SELECT companies.id, coalesce(own.closed, false) AS closed
    FROM companies CROSS JOIN LATERAL (
      SELECT bool_and(disabled_at IS NOT NULL AND disabled_at < ${now - COMPANY_TERM}) AS closed
      FROM members WHERE company_id = companies.id) AS own
    WHERE companies.id > ${last} ORDER BY companies.id LIMIT ${BATCH}`.execute(db);
  const closed = rows.filter((row) => row.closed).map(({ id }) => id);
  if (closed.length > 0) await db.transaction().execute((trx) => eraseCompanies(trx, closed, now));
  await setMark(db, COMPANIES, rows.length < BATCH ? 0 : (rows.at(-1)?.id ?? 0));
}

async function eraseCompanies(db: Db, ids: readonly number[], now: number): Promise<void> {
  for (const { table, company, keptBy } of PERSONAL_TABLES) {
    if (!('company' in keptBy)) continue;
    await endOf(db, table, { column: company ?? 'company_id', ids }, keptBy.atEnd);
  }
  const members = await db.selectFrom('members').where('company_id', 'in', ids).select('id').execute();
  for (const { id } of members) await eraseAccount(db, id, now);
}

async function markOf(db: Db, table: string): Promise<number> {
  const mark = await db
    .selectFrom('retention_marks')
    .where('table_name', '=', table)
    .select('last_id')
    .executeTakeFirst();
  return mark?.last_id ?? 0;
}

async function setMark(db: Db, table: string, last_id: number): Promise<void> {
  await db
    .insertInto('retention_marks')
    .values({ table_name: table, last_id })
    .onConflict((conflict) => conflict.column('table_name').doUpdateSet({ last_id }))
    .execute();
}
