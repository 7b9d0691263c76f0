import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SANDBOX } from '#server/kernel/outside/payment-gateways/open.ts';
import { webPushSender } from '#server/kernel/outside/web-push/push-sender.ts';
import { PARTS } from '#server/modules/index.ts';
import { checkBooks } from '#server/modules/ledger/books/check-books.ts';
import { PERSONAL_TABLES } from '#server/modules/privacy/register.ts';
import { keepTerms } from '#server/modules/privacy/retention.ts';
import { type KeptBy, YEAR } from '#server/modules/privacy/terms.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { startAppOn, type TestApp } from '../../support/app.ts';
import { shopRegistry } from '../../support/registry.ts';
import { openDemoStore, openTestStore, START } from '../../support/store.ts';
import { canaryOf, insertPersonalRows } from './support/rows.ts';

let shop: TestApp;

/** What has a time of its own, the shortest first: none is gone because another was tried. */
const TERMS = PERSONAL_TABLES.flatMap(({ table, keptBy }) =>
  'since' in keptBy ? [{ table, keptBy }] : [],
).sort((one, other) => one.keptBy.after - other.keptBy.after);

beforeAll(async () => {
  shop = await startAppOn(await openDemoStore({ goods: 300, buyers: 2 }));
  const { db } = shop;
  const demo = await db
    .selectFrom('members')
    .select(['id', 'company_id'])
    .where('username', '=', 'demo')
    .executeTakeFirstOrThrow();
  await insertPersonalRows(db, { id: demo.id, companyId: demo.company_id });
  /* All of a table is as old as the moment from which its time is counted. */
  for (const { table, keptBy } of TERMS)
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(keptBy.since)} = ${START}`.execute(db);
}, 120_000);
afterAll(() => shop?.close());

/** One run of a job of the shop, at a moment. */
async function runJob(name: string, now: number): Promise<void> {
  const { site } = await shopRegistry();
  await PARTS.jobs.get(name)?.run({
    db: shop.db,
    site,
    uploads: shop.uploads,
    pageTables: shop.app.pageTables,
    gateways: SANDBOX,
    channels: { mail: null, push: webPushSender() },
    tasks: PARTS.tasks,
    now,
    ending: new AbortController().signal,
  });
}

/** Rows that are there with what was about a person. */
async function rowsWith(table: string, keptBy: KeptBy): Promise<number> {
  const replaced = 'atEnd' in keptBy && keptBy.atEnd !== 'removed' ? keptBy.atEnd.replaced : {};
  const emptied = Object.entries(replaced).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const condition = emptied.length === 0 ? sql`TRUE` : sql`NOT (${sql.join(emptied, sql` AND `)})`;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM ${sql.table(table)} WHERE ${condition}`.execute(shop.db);
  return rows[0]?.count ?? 0;
}

/** What one run of one job takes at the same moment. */
const TOGETHER = [
  ...Map.groupBy(TERMS, ({ keptBy }) => `${keptBy.job} after ${keptBy.after / DAY} days`).entries(),
].map(([what, terms]) => ({ what, terms, tables: terms.map(({ table }) => table).join(', ') }));

it.each(TOGETHER)(
  '$tables: there on the day before the time is over, gone on the day after ($what)',
  async (one) => {
    const count = async () => {
      const counts: Record<string, number> = {};
      for (const { table, keptBy } of one.terms) counts[table] = await rowsWith(table, keptBy);
      return counts;
    };
    const [{ keptBy } = { keptBy: null }] = one.terms;
    if (keptBy === null) throw new Error('there is no term');
    const there = await count();
    for (const { table } of one.terms) expect(there[table], table).toBeGreaterThan(0);
    await runJob(keptBy.job, START + keptBy.after - DAY);
    expect(await count()).toEqual(there);
    await runJob(keptBy.job, START + keptBy.after + DAY);
    expect(Object.values(await count()).every((rows) => rows === 0)).toBe(true);
  },
);

it('what goes with another row goes with it', async () => {
  for (const table of ['push_subscriptions', 'message_reads'] as const)
    expect(await shop.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
});

it('the books agree when all of it is gone', async () => {
  expect((await checkBooks(shop.db)).breaches).toEqual([]);
});

describe('a company whose last account was closed', () => {
  const of = async (username: string) =>
    shop.db
      .selectFrom('members')
      .innerJoin('companies', 'companies.id', 'members.company_id')
      .select(['members.id', 'company_id', 'legal_person', 'members.name'])
      .where('username', '=', username)
      .executeTakeFirst();
  const certificatesOf = (company: number) =>
    shop.db.selectFrom('certificates').select('id').where('company_id', '=', company).execute();

  it('is forgotten after five years, with its accounts; one that goes on is not', async () => {
    const { db } = shop;
    const demo = await of('demo');
    const buyer = await of('buyer-01');
    if (!(demo && buyer)) throw new Error('the demo has no such members');
    await db
      .updateTable('companies')
      .set({ legal_person: canaryOf('companies', 'legal_person') })
      .execute();
    expect(await certificatesOf(demo.company_id)).not.toEqual([]);
    await db.updateTable('members').set({ disabled_at: START }).where('id', '=', demo.id).execute();
    await runJob('retention', START + 5 * YEAR - DAY);
    expect(await of('demo')).toMatchObject({ legal_person: canaryOf('companies', 'legal_person') });
    await runJob('retention', START + 5 * YEAR + DAY);
    expect(await of('demo')).toBeUndefined();
    expect(await of(`erased-${demo.id}`)).toMatchObject({ legal_person: '', name: '已注销' });
    expect(await certificatesOf(demo.company_id)).toEqual([]);
    const addresses = await db
      .selectFrom('addresses')
      .select(['name', 'phone', 'region', 'detail'])
      .where('company_id', '=', demo.company_id)
      .execute();
    for (const address of addresses) expect(address).toEqual({ name: '', phone: '', region: '', detail: '' });
    expect(await of('buyer-01')).toMatchObject({ legal_person: canaryOf('companies', 'legal_person') });
    expect((await checkBooks(db)).breaches).toEqual([]);
  });
});

it('takes any number of rows, a bounded number at a time, and not one that is too young', async () => {
  const store = await openTestStore('pglite');
  await sql`INSERT INTO messages (kind, title, body, audience, created_at)
    SELECT 'notice', 'old', '', 'all', ${START} FROM generate_series(1, 1700)`.execute(store.db);
  await sql`INSERT INTO messages (kind, title, body, audience, created_at)
    VALUES ('notice', 'young', '', 'all', ${START + 2 * DAY})`.execute(store.db);
  const { signal } = new AbortController();
  await keepTerms(store.db, { now: START + YEAR + DAY, ending: signal });
  const left = await store.db.selectFrom('messages').select('title').execute();
  await store.close();
  expect(left).toEqual([{ title: 'young' }]);
});
