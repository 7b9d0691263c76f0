import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Db } from '#server/kernel/db/schema.ts';
import { checkBooks } from '#server/modules/ledger/books/check-books.ts';
import { isEmpty, type SeedOptions, seed } from '#server/seed/index.ts';
import { openDemoStore, openEmptyStore, START } from '../support/store.ts';

async function seeded(options: Partial<SeedOptions>): Promise<Db> {
  const store = await openDemoStore(options);
  onTestFinished(() => store.close());
  return store.db;
}

/** Every row of every table but those of the migrations themselves, as texts. */
async function rowsOf(db: Db): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE 'kysely%'
    ORDER BY table_name`.execute(db);
  const entries: [string, string[]][] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      SELECT row_to_json(one)::text AS row FROM ${sql.table(name)} AS one ORDER BY row_to_json(one)::text`.execute(
      db,
    );
    entries.push([name, rows.map(({ row }) => row)]);
  }
  return Object.fromEntries(entries);
}

describe('the demo data', () => {
  it('goes into an empty database only', async () => {
    const store = await openEmptyStore();
    onTestFinished(() => store.close());
    expect(await isEmpty(store.db)).toBe(true);
    await seed(store.db, { now: START, goods: 1, buyers: 0 });
    expect(await isEmpty(store.db)).toBe(false);
  });

  it('is the same in every row of every table for the same start', { timeout: 60_000 }, async () => {
    const one = await rowsOf(await seeded({ goods: 300 }));
    const other = await rowsOf(await seeded({ goods: 300 }));
    for (const table of ['payments', 'refunds', 'members', 'goods']) expect(one[table]).not.toEqual([]);
    expect(other).toEqual(one);
  });

  it('leaves no key behind by which a payment could be forged', { timeout: 60_000 }, async () => {
    const db = await seeded({ goods: 60 });
    expect(await db.selectFrom('payments').select('id').execute()).not.toEqual([]);
    expect(await db.selectFrom('gateway_keys').selectAll().execute()).toEqual([]);
  });

  it.each([
    { goods: 0, buyers: 0 },
    { goods: 1, buyers: 1 },
    { goods: 2, buyers: 2 },
    { goods: 60, buyers: 0 },
    { goods: 0, buyers: 3 },
  ])('can be of $goods goods and $buyers accounts for load tests', { timeout: 60_000 }, async (sizes) => {
    const db = await seeded(sizes);
    const count = async (table: 'goods' | 'members') =>
      (await db.selectFrom(table).select('id').execute()).length;
    expect(await count('goods')).toBe(sizes.goods);
    expect(await count('members')).toBe(7 + sizes.buyers);
    expect((await checkBooks(db)).breaches).toEqual([]);
  });

  it('is as domain §8 asks', { timeout: 60_000 }, async () => {
    const db = await seeded({ goods: 3000 });
    const goods = await db
      .selectFrom('goods')
      .innerJoin('makers', 'makers.id', 'maker_id')
      .selectAll('goods')
      .select('makers.name as maker')
      .execute();
    expect(goods).toHaveLength(3000);
    expect(new Set(goods.map(({ name }) => name)).size).toBeGreaterThanOrEqual(180);
    const share = (test: (row: (typeof goods)[number]) => boolean) =>
      goods.filter(test).length / goods.length;
    expect(share(({ in_stock }) => !in_stock)).toBeCloseTo(0.08, 1);
    expect(share(({ controlled }) => controlled)).toBeCloseTo(0.04, 1);
    for (const row of goods) {
      expect(row.maker).toMatch(/（演示）$/);
      expect(row.barcode).toMatch(/^29\d{11}$/);
      expect(row.approval_number).toMatch(
        /^(国药准字[HZS]J?2099\d{4}|(饮片备案（演）|演械备|演械注准)2099\d{4})$/,
      );
    }
    expect(new Set(goods.map(({ barcode }) => barcode)).size).toBe(3000);
    const identity = goods.map(({ name, maker, spec }) => `${name} ${maker} ${spec}`);
    expect(new Set(identity).size).toBe(3000);
    const steps = await db
      .selectFrom('ladder_steps')
      .selectAll()
      .orderBy('goods_id')
      .orderBy('number')
      .execute();
    for (const [, ladder] of Map.groupBy(steps, ({ goods_id }) => goods_id)) {
      const prices = ladder.map(({ price_fen }) => price_fen);
      expect(prices).toEqual(prices.toSorted((one, other) => other - one));
    }
    const batches = await db.selectFrom('batches').selectAll().execute();
    const over = batches.filter(({ expires }) => expires > '2027-11-01').length / batches.length;
    expect(over).toBeCloseTo(0.8, 1);
  });

  it('keeps "in stock" and the first expiry right while batches run empty and come back', {
    timeout: 60_000,
  }, async () => {
    const db = await seeded({ goods: 20 });
    const read = () =>
      db.selectFrom('goods').select(['in_stock', 'expires']).where('id', '=', 1).executeTakeFirstOrThrow();
    const before = await read();
    await db
      .updateTable('batches')
      .set((eb) => ({ reserved: eb.ref('stock') }))
      .where('goods_id', '=', 1)
      .execute();
    expect(await read()).toEqual({ in_stock: false, expires: null });
    await db.updateTable('batches').set({ reserved: 0 }).where('goods_id', '=', 1).execute();
    expect(await read()).toEqual(before);
    const emptied = db.updateTable('batches').set({ stock: -1 }).where('goods_id', '=', 1).execute();
    await expect(emptied).rejects.toThrow(/check constraint/);
  });
});
