import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countInColumns } from '#server/modules/catalogue/list/columns/count.ts';
import {
  columnsOf,
  KeptColumns,
  LEAST_GOODS,
  readColumns,
} from '#server/modules/catalogue/list/columns/kept-columns.ts';
import { selectIds } from '#server/modules/catalogue/list/columns/select.ts';
import type { Dimension } from '#server/modules/catalogue/list/dimensions.ts';
import { countInDatabase } from '#server/modules/catalogue/list/facet-counts.ts';
import { allOf, conditionsOf, type ListQuery } from '#server/modules/catalogue/list/filter.ts';
import { matchWord } from '#server/modules/catalogue/list/search.ts';
import { loadCategories } from '#server/modules/goods/index.ts';
import type { TestApp } from '../../support/app.ts';
import { companyOf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { startShop } from './support.ts';

const DIMENSIONS: readonly Dimension[] = [
  'category',
  'maker',
  'origin',
  'grade',
  'standard',
  'device_class',
  'form',
  'stock',
  'expiry',
  'price',
];
const LIMITS = { now: START, nearBefore: '2027-05-01', priceSteps: [5, 10.5, 50] };

const BASE = { page: 1, sort: 'relevance' } as ListQuery;

let shop: TestApp;
let kept: KeptColumns;
let companyId: number;
beforeAll(async () => {
  shop = await startShop(3000);
  companyId = await companyOf(shop.db, 'demo');
  await sql`INSERT INTO controlled_rights (goods_id, company_id, created_at)
    SELECT id, ${companyId}, 0 FROM goods WHERE controlled AND id % 2 = 0`.execute(shop.db);
  kept = new KeptColumns();
  await kept.read(shop.db, START);
});
afterAll(() => shop.close());

/** What a list counts for a viewer, by the database and by the columns in memory. */
async function counted(query: Partial<ListQuery>, seesPrices: boolean) {
  const { db } = shop;
  const words = query.keywords ? [query.keywords] : [];
  const matches = await Promise.all(words.map((word) => matchWord(db, word, undefined, START)));
  const viewer = { seesPrices, companyId, level: 1, scopes: null, priceNotice: null, buyNotice: null };
  const context = { viewer, now: START, nearBefore: LIMITS.nearBefore };
  const categories = await loadCategories(db, START);
  const condition = allOf(conditionsOf({ ...BASE, ...query }, matches, categories, context));
  const columns = await kept.current(db, START);
  if (!columns) throw new Error('nothing was read');
  const ids = await selectIds(db, columns, condition);
  const all = [
    await countInDatabase(db, condition, DIMENSIONS, LIMITS),
    countInColumns(columns, ids, DIMENSIONS, LIMITS),
  ];
  return all.map(({ total, of }) => [
    total,
    ...DIMENSIONS.map((dimension) => [...of(dimension)].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  ]);
}

const maybe = <Value>(...values: Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

const query = fc.record({
  keywords: maybe('阿莫西林', '药业', '10mg', 'xyz'),
  select: maybe('1', '2', '30', '60'),
  tree: maybe('drug', 'tcm', 'device', 'yx'),
  yx: maybe(1),
  maker: maybe('1', '7', '演示药厂'),
  brand: maybe(1, 2),
  form: maybe('胶囊剂', '片剂', '没有'),
  origin: maybe('安徽亳州'),
  stock: maybe(1),
  controlled: maybe(1),
  promotion: maybe(1),
  welfare: maybe(true),
  days: maybe(30),
  expiry: maybe('near', 'mid', '12'),
  price: maybe('10-50', '-5', '50-'),
  price_from: maybe(3.5),
  price_to: maybe(80),
});

/** Most lists are narrowed by few. */
const few = fc
  .tuple(
    query,
    fc.subarray(Object.keys({ ...BASE, keywords: 1, select: 1, tree: 1, maker: 1, form: 1, stock: 1 })),
  )
  .map(([whole, keys]) =>
    Object.fromEntries(
      Object.entries(whole).filter(([key, value]) => value !== undefined && !keys.includes(key)),
    ),
  );

describe('goods that are counted in memory', () => {
  it('are those that the database counts, whatever a list is narrowed by, for whoever sees prices or none', async () => {
    expect((await counted({}, true))[1]?.[0]).toBeGreaterThan(2000);
    await fc.assert(
      fc.asyncProperty(few, fc.boolean(), async (narrowed, seesPrices) => {
        const [inDatabase, inColumns] = await counted(narrowed, seesPrices);
        expect(inColumns).toEqual(inDatabase);
      }),
      { seed: 20_261_126, numRuns: 150 },
    );
  });

  it.each([
    ['a price range, with controlled goods of the company’s own', { price_from: 3.5, price_to: 80 }],
    ['what is near its expiry', { expiry: 'near' }],
    ['what is in a promotion', { promotion: 1 }],
    ['herbs of one origin', { tree: 'tcm', origin: '安徽亳州' }],
    ['a search', { keywords: '阿莫西林' }],
  ] as const)('agree for %s', async (_, narrowed) => {
    const [inDatabase, inColumns] = await counted(narrowed, true);
    expect(inColumns?.[0]).toBeGreaterThan(0);
    expect(inColumns).toEqual(inDatabase);
  });

  it('follow single changes, and a good that is off sale is counted for nobody', async () => {
    const ids = [5, 6, 7, 8];
    await shop.db.updateTable('goods').set({ on_sale: false }).where('id', 'in', [5, 6]).execute();
    await shop.db
      .updateTable('goods')
      .set({ price_fen: 99_900, dosage_form: '新剂型', expires: null })
      .where('id', 'in', [7, 8])
      .execute();
    const [before, stale] = await counted({}, true);
    expect(stale).not.toEqual(before);
    kept.drop({ table: 'goods', ids: new Set(ids) });
    const [inDatabase, inColumns] = await counted({}, true);
    expect(inColumns).toEqual(inDatabase);
    expect((await counted({ form: '新剂型' }, true))[1]?.[0]).toBe(2);
  });

  it('are all read again after changes in bulk, not more than every 30 seconds', async () => {
    await shop.db.updateTable('goods').set({ on_sale: false }).where('id', '<', 900).execute();
    kept.drop({ table: 'goods', ids: null });
    const total = async (now: number) => {
      const columns = await kept.current(shop.db, now);
      if (!columns) throw new Error('nothing was read');
      return (await selectIds(shop.db, columns, { all: [] })).length;
    };
    const before = await total(START + 29);
    await total(START + 30);
    await expect.poll(() => total(START + 31)).toBeLessThan(before - 800);
  });
});

it('counts a list of a shop with many goods in memory once they are read, and hears of changes', async () => {
  await sql`UPDATE stock_totals SET on_sale = ${LEAST_GOODS}`.execute(shop.db);
  const total = async () => {
    // The counts of a list are kept for 30 seconds.
    shop.clock.now += 31;
    return (await shop.browser().call('goods.list', { query: { form: '胶囊剂' } })).data.total;
  };
  shop.clock.now += 600;
  await readColumns(shop.db, shop.clock.now);
  expect(await columnsOf(shop.db, shop.clock.now)).not.toBeNull();
  const first = await total();
  const { id } = await shop.db
    .selectFrom('goods')
    .where('dosage_form', '=', '胶囊剂')
    .where('on_sale', '=', true)
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await shop.db.updateTable('goods').set({ on_sale: false }).where('id', '=', id).execute();
  await expect.poll(total).toBe(first - 1);
});
