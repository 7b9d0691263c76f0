import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { countActs, startOps } from '../../support/staff.ts';

describe('the record of what staff do', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startOps();
  });
  afterAll(() => shop.close());

  it('says who did what, when, from where, and what it was before', async () => {
    const ops = await shop.as('ops');
    shop.clock.now += 60;
    await ops.call('ops-link.save', {
      params: { group: 'nav' },
      body: { id: 2, text: '全部商品', url: '/list' },
    });
    const { data } = await ops.call('ops.log', { query: { subject: 'nav' } });
    expect(data.list[0]).toMatchObject({
      at: shop.clock.now,
      username: 'ops',
      action_text: '修改',
      subject_text: '顶部导航',
      label: '全部商品',
      changes: [{ field: '文字', before: '全部药品', after: '全部商品' }],
    });
    expect(data.list[0]?.address).toMatch(/^10\./);
    const others = await ops.call('ops.log', { query: { username: 'nobody' } });
    expect(others.data.list).toEqual([]);
  });

  it('writes nothing down of an act that was refused', async () => {
    const ops = await shop.as('ops');
    const before = await countActs(shop);
    const refused = await ops.call('ops-link.save', {
      params: { group: 'links' },
      body: { text: '坏链接', url: 'javascript:alert(1)' },
    });
    expect(refused).toMatchObject({ code: 422, data: { errors: { url: [expect.any(String)] } } });
    expect(await countActs(shop)).toBe(before);
  });
});
