import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Calls } from '#generated/calls.ts';
import { refreshNameRanks } from '#server/modules/goods/commands/refresh-name-ranks.ts';
import { longestRun } from '#shop/domain/mix-names.ts';
import type { TestApp } from '../../support/app.ts';
import { startShop } from './support.ts';

type Query = Partial<Calls['goods.list']['query']>;

describe('the usual order of a list of goods', () => {
  let shop: TestApp;
  let generic: Map<number, string>;
  beforeAll(async () => {
    shop = await startShop(3000);
    const rows = await shop.db.selectFrom('goods').select(['id', 'generic_name']).execute();
    generic = new Map(rows.map(({ id, generic_name }) => [id, generic_name]));
  });
  afterAll(() => shop.close());

  /** The whole list, page by page, as a visitor turns them. */
  async function whole(query: Query): Promise<number[]> {
    const browser = shop.browser();
    const ids: number[] = [];
    for (let page = 1; ; page += 1) {
      const { data } = await browser.call('goods.list', { query: { ...query, page } });
      ids.push(...data.list.map(({ id }) => id));
      if (ids.length >= data.total || data.list.length === 0) return ids;
    }
  }

  const namesOf = (ids: readonly number[]) => ids.map((id) => generic.get(id) ?? '');

  /** No name is so frequent that three of it cannot be kept apart. */
  function canBeMixed(names: readonly string[]): boolean {
    const counts = [...Map.groupBy(names, (name) => name).values()].map((same) => same.length);
    return Math.max(0, ...counts) <= 2 * (names.length - Math.max(0, ...counts) + 1);
  }

  it('has no more than two of one name in a row, over all pages, and every good once', async () => {
    for (const page_size of [20, 30, 100]) {
      const ids = await whole({ page_size });
      expect(new Set(ids).size).toBe(3000);
      expect(longestRun(namesOf(ids))).toBeLessThanOrEqual(2);
    }
  });

  it('has none in any category, of any tree, of free-shipping goods either', async () => {
    const categories = await shop.db.selectFrom('categories').select(['id', 'name', 'tree']).execute();
    const queries: Query[] = [
      ...categories.map(({ id }) => ({ select: String(id) })),
      ...categories
        .filter(({ tree }) => tree !== 'yx')
        .map(({ id }) => ({ select: String(id), yx: 1 as const })),
      ...(['drug', 'tcm', 'device', 'yx'] as const).map((tree) => ({ tree })),
    ];
    const crowded: string[] = [];
    for (const query of queries) {
      const names = namesOf(await whole({ ...query, page_size: 100 }));
      if (canBeMixed(names) && longestRun(names) > 2) crowded.push(JSON.stringify(query));
    }
    expect(crowded).toEqual([]);
  }, 60_000);

  it('is the same whichever page is asked for first, and cheap deep down', async () => {
    const browser = shop.browser();
    const page = async (number: number) =>
      (await browser.call('goods.list', { query: { page: number } })).data.list.map(({ id }) => id);
    const [far, near] = [await page(120), await page(3)];
    expect(await page(3)).toEqual(near);
    expect(await page(120)).toEqual(far);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      EXPLAIN SELECT id FROM goods WHERE on_sale
      ORDER BY in_stock DESC, name_rank, sales DESC, id LIMIT 200`.execute(shop.db);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('goods_usual');
  });

  it('follows what is sold and what is new', async () => {
    const [, second] = await shop.db
      .selectFrom('goods')
      .select(['id', 'name_rank'])
      .where('generic_name', '=', '阿莫西林胶囊')
      .where('in_stock', '=', true)
      .orderBy('name_rank')
      .execute();
    expect(second?.name_rank).toBe(2);
    await shop.db
      .updateTable('goods')
      .set({ sales: 999_999 })
      .where('id', '=', second?.id ?? 0)
      .execute();
    await refreshNameRanks(shop.db);
    expect((await whole({ page_size: 20 }))[0]).toBe(second?.id);
  });

  it('is ranked as a ranking of all goods would be, whatever changed', async () => {
    const change = (set: string) =>
      sql`UPDATE goods SET ${sql.raw(set)} WHERE id IN (SELECT id FROM goods ORDER BY md5(id || ${set}) LIMIT 40)`.execute(
        shop.db,
      );
    await change('sales = sales / 3');
    await change('on_sale = NOT on_sale');
    await change('in_stock = NOT in_stock');
    await change(`generic_name = '', name = '新名' || id % 3`);
    await change(`generic_name = '阿莫西林胶囊'`);
    await refreshNameRanks(shop.db);
    const { rows } = await sql`
      SELECT id, name_rank, rank FROM (SELECT id, name_rank, row_number() OVER (
          PARTITION BY coalesce(nullif(generic_name, ''), name), in_stock ORDER BY sales DESC, id
        ) AS rank FROM goods WHERE on_sale) AS ranked WHERE name_rank <> rank`.execute(shop.db);
    expect(rows).toEqual([]);
  });
});

describe('what the demo’s goods have sold', () => {
  it('differs from good to good, with a few that sell much and many that sell little', async () => {
    const shop = await startShop(3000, 'pglite');
    const rows = await shop.db.selectFrom('goods').select(['generic_name', 'sales']).execute();
    await shop.close();
    const sales = rows.map((row) => row.sales).toSorted((a, b) => b - a);
    expect(new Set(sales).size).toBeGreaterThan(1500);
    // No figure at which many were cut off.
    const [first = 0, second = 0] = sales;
    expect(first).toBeLessThan(3 * second);
    expect(new Set(sales.slice(0, 100)).size).toBeGreaterThan(95);
    expect(sales[0] ?? 0).toBeGreaterThan(10 * (sales[1500] ?? 0));
    for (const [, same] of Map.groupBy(rows, ({ generic_name }) => generic_name)) {
      const best = Math.max(...same.map((row) => row.sales));
      const least = Math.min(...same.map((row) => row.sales));
      expect(best).toBeGreaterThan(1.5 * least);
    }
  });
});
