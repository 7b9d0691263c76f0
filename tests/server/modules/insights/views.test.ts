import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { startOps } from '../../support/staff.ts';

describe('saved filters of the back office', () => {
  let shop: TestApp;
  let ops: Browser;
  beforeAll(async () => {
    shop = await startOps();
    ops = await shop.as('ops');
  });
  afterAll(() => shop.close());

  const table = 'ops_order_list';
  const list = async () => (await ops.call('ops-view.list', { query: { table } })).data.list;
  const save = (body: { id?: number; name: string; search: string; is_default?: 0 | 1 }) =>
    ops.call('ops-view.save', { body: { table, ...body } });

  it('are kept for the account, for one table, and at most one is the default', async () => {
    const first = await save({ name: '待发货', search: 'status=30', is_default: 1 });
    expect(first.status).toBe(201);
    await save({ name: '含麻', search: 'hm=1', is_default: 1 });
    expect((await list()).map(({ name, is_default }) => [name, is_default])).toEqual([
      ['待发货', 0],
      ['含麻', 1],
    ]);
    const { data } = await ops.call('ops-view.list', { query: { table: 'ops_goods_list' } });
    expect(data.list).toEqual([]);
  });

  it('are renamed and removed, and no name stands twice', async () => {
    const [first] = await list();
    const id = first?.id ?? 0;
    expect((await save({ id, name: '含麻', search: 'status=30' })).status).toBe(422);
    await save({ id, name: '今天要发的', search: 'status=30' });
    expect((await list()).map(({ name }) => name)).toEqual(['今天要发的', '含麻']);
    await ops.call('ops-view.remove', { params: { id } });
    expect((await list()).map(({ name }) => name)).toEqual(['含麻']);
    expect((await ops.call('ops-view.remove', { params: { id } })).status).toBe(404);
  });

  it('are nobody else’s, and no member has any', async () => {
    const demo = await shop.as('demo');
    expect((await demo.call('ops-view.list', { query: { table } })).status).toBe(403);
    const [own] = await list();
    await shop.db
      .updateTable('staff_views')
      .set((eb) => ({ member_id: eb.selectFrom('members').select('id').where('username', '=', 'demo') }))
      .where('id', '=', own?.id ?? 0)
      .execute();
    expect(await list()).toEqual([]);
    expect((await ops.call('ops-view.remove', { params: { id: own?.id ?? 0 } })).status).toBe(404);
  });
});
