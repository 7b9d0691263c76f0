import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#shop/domain/calendar.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { makeMember } from '../../support/members.ts';
import { START } from '../../support/store.ts';
import { companyOf, startZones } from '../campaigns/support.ts';

describe('controlled sale', () => {
  let shop: TestApp;
  let demo: Browser;
  let ops: Browser;
  let goods: { id: number; code: string };

  beforeAll(async () => {
    shop = await startZones(150);
    demo = await shop.as('demo');
    ops = await shop.as('ops');
    goods = await shop.db
      .selectFrom('goods')
      .select(['id', 'code'])
      .where('controlled', '=', true)
      .where('in_stock', '=', true)
      .where('on_sale', '=', true)
      .orderBy('id')
      .executeTakeFirstOrThrow();
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    shop.clock.now = START;
    await shop.db.deleteFrom('controlled_requests').execute();
    await shop.db.deleteFrom('controlled_rights').execute();
  });

  const look = async (browser: Browser) =>
    (await browser.call('goods.detail', { params: { id: goods.id } })).data;
  const apply = (browser: Browser) =>
    browser.call('kxzq.apply', { body: { goods_id: goods.id, number: 20, reason: '门店陈列' } });
  const grant = (body: object) =>
    ops.call('ops-kxzq.grant', { body: { codes: goods.code, kind: 'company', ...body } });

  it('goes from a request over its review to the price, and back when the right runs out', async () => {
    expect(await look(demo)).toMatchObject({ price: null, apply_status: 'none', can_apply: 1, is_buy: 0 });
    const { code, data } = await apply(demo);
    expect(code).toBe(201);
    expect(await look(demo)).toMatchObject({ price: null, apply_status: 'pending', can_apply: 0 });
    /* Often enough for the statement to be prepared, and planned for any value. */
    for (let times = 0; times < 12; times += 1)
      expect(await apply(demo)).toMatchObject({ code: 422, message: '已有一份申请在审核中' });

    const until = START + 3 * DAY;
    expect(
      await ops.call('ops-kxzq.decide', { params: { id: data.id }, body: { pass: 1, until } }),
    ).toMatchObject({ code: 200 });
    expect(await look(demo)).toMatchObject({ apply_status: 'approved', is_buy: 1 });
    expect((await look(demo)).price).toBeGreaterThan(0);
    expect((await demo.call('kxzq.requests', {})).data.list[0]).toMatchObject({ state: 'approved', until });
    expect(await apply(demo)).toMatchObject({ code: 422 });

    shop.clock.now = until;
    expect(await look(demo)).toMatchObject({ price: null, apply_status: 'expired', can_apply: 1 });
    const own = (await demo.call('kxzq.requests', { query: { status: 'expired' } })).data;
    expect(own).toMatchObject({ total: 1 });
    expect((await apply(demo)).code).toBe(201);
  });

  it('tells the member why a request was turned down, who may ask again', async () => {
    const { data } = await apply(demo);
    expect(await ops.call('ops-kxzq.decide', { params: { id: data.id }, body: { pass: 0 } })).toMatchObject({
      code: 422,
    });
    await ops.call('ops-kxzq.decide', { params: { id: data.id }, body: { pass: 0, answer: '本区已有门店' } });
    expect(await look(demo)).toMatchObject({ apply_status: 'rejected', can_apply: 1, price: null });
    const messages = (await demo.call('message.list', {})).data.list;
    expect(messages[0]).toMatchObject({ url: `/list_info/${goods.id}` });
    expect(messages[0]?.body).toContain('本区已有门店');
    expect((await apply(demo)).code).toBe(201);
    // What is decided is decided: a second review finds nothing to review.
    expect(await ops.call('ops-kxzq.decide', { params: { id: data.id }, body: { pass: 1 } })).toMatchObject({
      code: 404,
    });
  });

  it('opens goods to one company, a kind of company or a region, and closes them again', async () => {
    const scopes = (await shop.db.selectFrom('scopes').select('code').execute()).map(({ code }) => code);
    await makeMember(shop.db, START, { username: 'clinic', type: 5, scopes });
    const clinic = await shop.as('clinic');
    expect((await look(clinic)).price).toBeNull();

    await grant({ kind: 'type', company_type: 5 });
    expect((await look(clinic)).price).not.toBeNull();
    expect((await look(demo)).price).toBeNull();

    await grant({ kind: 'region', region: '演示省演示市' });
    expect((await look(demo)).price).not.toBeNull();
    const rights = (await ops.call('ops-kxzq.rights', {})).data;
    expect(rights.list.map(({ kind_text, holder }) => `${kind_text} ${holder}`)).toEqual([
      '地区 演示省演示市',
      '企业类型 诊所',
    ]);
    for (const { id } of rights.list) await ops.call('ops-kxzq.revoke', { params: { id } });
    expect((await look(demo)).price).toBeNull();
    expect((await look(clinic)).price).toBeNull();

    await grant({ username: 'demo' });
    expect((await look(demo)).price).not.toBeNull();
    expect((await look(clinic)).price).toBeNull();
  });

  it('grants all of a list or nothing, and only to whom there is', async () => {
    const open = await shop.db
      .selectFrom('goods')
      .select('code')
      .where('controlled', '=', false)
      .executeTakeFirstOrThrow();
    expect(await grant({ codes: `${goods.code} ${open.code}`, username: 'demo' })).toMatchObject({
      code: 422,
    });
    expect(await grant({ codes: `${goods.code} SW999999`, username: 'demo' })).toMatchObject({ code: 422 });
    expect(await grant({ codes: ' ，', username: 'demo' })).toMatchObject({ code: 422 });
    expect(await grant({ username: 'nobody' })).toMatchObject({ code: 422 });
    expect(await grant({ kind: 'region', region: '' })).toMatchObject({ code: 422 });
    expect((await ops.call('ops-kxzq.rights', {})).data.total).toBe(0);
  });

  it('is asked for by approved members within their scope only', async () => {
    const newbie = await shop.as('newbie');
    expect(await apply(newbie)).toMatchObject({ code: 403 });
    expect(await apply(shop.browser())).toMatchObject({ code: 401 });
    await shop.db
      .updateTable('companies')
      .set({ scopes: [] })
      .where('id', '=', await companyOf(shop.db, 'demo'))
      .execute();
    const narrow = await shop.as('demo');
    expect(await apply(narrow)).toMatchObject({ code: 422, message: '超出您的经营范围，不能申请' });
    const free = await shop.db
      .selectFrom('goods')
      .select('id')
      .where('controlled', '=', false)
      .executeTakeFirstOrThrow();
    expect(
      await demo.call('kxzq.apply', { body: { goods_id: free.id, number: 1, reason: '试试' } }),
    ).toMatchObject({ code: 422 });
  });
});
