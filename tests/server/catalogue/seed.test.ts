import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { openStore } from '#server/db/open.ts';
import type { Database, Db } from '#server/db/schema.ts';
import { isEmpty, seed } from '#server/seed/index.ts';
import { START } from '../support/store.ts';

const TABLES = [
  'companies',
  'categories',
  'brands',
  'makers',
  'goods',
  'ladder_steps',
  'level_prices',
  'batches',
  'promotions',
  'promotion_goods',
  'search_terms',
  'search_readings',
  'ads',
  'articles',
  'controlled_rights',
  'favorites',
] as const satisfies (keyof Database)[]; // prettier-ignore

async function seeded(goods: number): Promise<Db> {
  const store = await openStore({ memory: true });
  onTestFinished(() => store.close());
  await migrate(store.db);
  expect(await isEmpty(store.db)).toBe(true);
  await seed(store.db, { now: START, goods });
  expect(await isEmpty(store.db)).toBe(false);
  return store.db;
}

async function prints(db: Db): Promise<Record<string, string>> {
  const entries = [];
  for (const table of TABLES) {
    const rows = (await db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).sort();
    entries.push([table, createHash('sha256').update(rows.join('\n')).digest('hex')]);
  }
  return Object.fromEntries(entries);
}

describe('the demo data', () => {
  it('is the same for the same start', { timeout: 60_000 }, async () => {
    const [one, other] = [await seeded(300), await seeded(300)];
    expect(await prints(other)).toEqual(await prints(one));
  });

  it('is as domain §8 asks', { timeout: 60_000 }, async () => {
    const db = await seeded(3000);
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
    const db = await seeded(20);
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
