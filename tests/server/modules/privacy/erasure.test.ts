import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '#server/kernel/db/schema.ts';
import { checkBooks } from '#server/modules/ledger/books/check-books.ts';
import { pointsOf } from '#server/modules/ledger/points/points.ts';
import { PERSONAL_TABLES } from '#server/modules/privacy/register.ts';
import { startAppOn, type TestApp } from '../../support/app.ts';
import { PASSWORD } from '../../support/members.ts';
import { openDemoStore } from '../../support/store.ts';
import { findCanaries, insertPersonalRows } from './support/rows.ts';

/** Of the demo's member: a business with a past, and a colleague who goes on. */
let shop: TestApp;
let person: { id: number; companyId: number };
let before: {
  books: Awaited<ReturnType<typeof checkBooks>>;
  points: number;
  trade: Record<string, number>;
  places: string[];
};

beforeAll(async () => {
  shop = await startAppOn(await openDemoStore({ goods: 300, buyers: 2 }));
  const { db } = shop;
  const demo = await shop.as('demo');
  const { id, company_id, password_hash } = await db
    .selectFrom('members')
    .selectAll()
    .where('username', '=', 'demo')
    .executeTakeFirstOrThrow();
  person = { id, companyId: company_id };
  await db
    .insertInto('members')
    .values({ company_id, username: 'colleague', name: '同事', password_hash, created_at: 1 })
    .execute();
  await insertPersonalRows(db, person);
  before = {
    books: await checkBooks(db),
    points: await pointsOf(db, company_id),
    trade: await tradeOf(db, company_id),
    places: await findCanaries(db),
  };
  const { code, message } = await demo.call('user.erase', { body: { current: PASSWORD } });
  if (code !== 200) throw new Error(message);
}, 120_000);
afterAll(() => shop?.close());

/** How much of everything that is counted in the books the company has. */
async function tradeOf(db: Db, company: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['orders', 'purchases', 'claims', 'credit_bills', 'accounts', 'hm_receipts']) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM ${sql.table(table)} WHERE company_id = ${company}`.execute(db);
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
}

it('the member had orders, returns, credit, points and money', () => {
  expect(before.points).toBeGreaterThan(0);
  expect(before.books.walletsFen).toBeGreaterThan(0);
  for (const [table, count] of Object.entries(before.trade)) expect(count, table).toBeGreaterThan(0);
});

/** What every account has: a name of its own, and a hash that proves nothing but the password. */
const OF_ACCOUNT = ['members.username', 'members.password_hash'];

it('and something in every column of the register that an erasure is to empty', () => {
  const emptied = PERSONAL_TABLES.filter(
    ({ erasure }) => erasure === 'removed' || typeof erasure === 'object',
  );
  const columns = emptied.flatMap(({ table, personal, secret = [] }) =>
    [...personal, ...secret].map((column) => `${table}.${column}`),
  );
  expect([...before.places, ...OF_ACCOUNT]).toEqual(expect.arrayContaining(columns));
});

it('after the erasure the books agree, and say what they said', async () => {
  const books = await checkBooks(shop.db);
  expect(books.breaches).toEqual([]);
  expect(books).toEqual(before.books);
  expect(await pointsOf(shop.db, person.companyId)).toBe(before.points);
  expect(await tradeOf(shop.db, person.companyId)).toEqual(before.trade);
});

/** Columns that the register lets stay: the row is kept, or a job removes it within days. */
const stays = new Set(
  PERSONAL_TABLES.filter(({ erasure }) => erasure === 'kept' || erasure === 'expires').map(
    ({ table }) => table,
  ),
);
/** Of a complaint the phone goes, and what it says stays. */
const COMPLAINT = 'feedbacks.text';

it('nothing about the person is left in any column of the database, but where the register says so', async () => {
  const left = await findCanaries(shop.db);
  expect(left.filter((place) => place !== COMPLAINT && !stays.has(place.split('.')[0] ?? ''))).toEqual([]);
});

const ofMember = PERSONAL_TABLES.flatMap(({ table, member, erasure }) =>
  member === undefined ? [] : [{ table, member, erasure }],
);

async function rowsOf(table: string, member: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT * FROM ${sql.table(table)} WHERE ${sql.ref(member)} = ${person.id}`.execute(shop.db);
  return rows;
}

it.each(ofMember.filter(({ erasure }) => erasure === 'removed'))(
  'no row of $table is left',
  async ({ table, member }) => {
    expect(await rowsOf(table, member)).toEqual([]);
  },
);

it.each(
  ofMember.flatMap(({ table, member, erasure }) =>
    typeof erasure === 'object' ? [{ table, member, ...erasure }] : [],
  ),
)('the rows of $table are left without what was about the person', async ({ table, member, replaced }) => {
  const rows = await rowsOf(table, member);
  expect(rows).toEqual(rows.map(() => expect.objectContaining(replaced)));
  expect(rows.length).toBeGreaterThan(0);
});

it('names the account by nothing but its number', async () => {
  const { username } = await shop.db
    .selectFrom('members')
    .select('username')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(username).toBe(`erased-${person.id}`);
});

it('the colleague goes on buying for the company', async () => {
  const colleague = await shop.as('colleague');
  expect((await colleague.call('user.base')).code).toBe(200);
  expect((await colleague.call('order.list', { query: { page: 1 } })).code).toBe(200);
});
