import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Calls } from '#generated/calls.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { startZones } from '../campaigns/support.ts';

type Query = Calls['ops-report.list']['query'];

const NUMBER = 'TWICE-1';

describe('the batches and their reports, as staff see them', () => {
  let shop: TestApp;
  let ops: Browser;
  let first: number;
  let total: number;
  const list = async (query: Partial<Query> = {}) =>
    (await ops.call('ops-report.list', { query: { page: 1, ...query } })).data;

  beforeAll(async () => {
    shop = await startZones(20);
    ops = await shop.as('ops');
    ({ total } = await list());
    const { id } = await shop.db.selectFrom('goods').select('id').orderBy('id').executeTakeFirstOrThrow();
    const warehouses = await shop.db.selectFrom('warehouses').select('id').orderBy('id').limit(2).execute();
    first = id;
    const days = [
      { made: '2099-02-01', expires: '2101-01-31' },
      { made: '2099-01-01', expires: '2101-02-28' },
    ];
    await shop.db
      .insertInto('batches')
      .values(
        warehouses.map((warehouse, index) => ({
          goods_id: id,
          warehouse_id: warehouse.id,
          batch_number: NUMBER,
          made: days[index]?.made ?? '',
          expires: days[index]?.expires ?? '',
          stock: 1,
        })),
      )
      .execute();
  });
  afterAll(() => shop.close());

  it('show a batch of two warehouses once, with the earlier of its days, and count it once', async () => {
    const answer = await list();
    expect(answer.total).toBe(total + 1);
    expect(answer.list[0]).toMatchObject({
      goods_id: first,
      batch_number: NUMBER,
      made: '2099-01-01',
      expires: '2101-01-31',
      state_text: '缺报告',
    });
    expect((await list({ keywords: NUMBER })).total).toBe(1);
  });

  it('are counted by what they have, and those make up all of them', async () => {
    const counts = await Promise.all(
      (['none', 'demo', 'own'] as const).map(async (state) => (await list({ state })).total),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total + 1);
    expect((await list({ state: 'none', keywords: NUMBER })).list).toHaveLength(1);
    expect((await list({ state: 'own', keywords: NUMBER })).list).toEqual([]);
  });
});
