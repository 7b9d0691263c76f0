import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../support/app.ts';
import { lastAct } from '../../../support/staff.ts';
import { codeOf, newStaff, startStaff, withPassword } from './support.ts';

describe('staff and their second factors, in the demo', () => {
  let shop: TestApp;
  let username: string;
  beforeAll(async () => {
    shop = await startStaff(true);
  });
  beforeEach(async () => {
    username = await newStaff(shop);
  });
  afterAll(() => shop.close());

  it('do without until they switch it on in their account, and may switch it off', async () => {
    const browser = await shop.as(username);
    const elsewhere = await shop.as(username);
    expect((await browser.call('ops-factor.status')).data).toEqual({ on: 0, codes_left: 0, required: 0 });
    const { secret } = (await browser.call('ops-factor.begin', { body: {} })).data;
    const confirmed = await browser.call('ops-factor.confirm', { body: { code: codeOf(secret, shop) } });
    expect(confirmed.data.codes).toHaveLength(10);
    expect((await browser.call('user.base')).code).toBe(200);
    expect((await elsewhere.call('user.base')).code).toBe(401);
    const again = await withPassword(shop, username);
    expect((await again.call('user.base')).code).toBe(401);
    const old = confirmed.data.codes[0]?.code ?? '';
    shop.clock.now += 60;
    const renewed = await browser.call('ops-factor.codes', { body: { code: codeOf(secret, shop) } });
    expect(renewed.data.codes).toHaveLength(10);
    expect((await browser.call('ops-factor.remove', { body: { code: old } })).code).toBe(422);
    const fresh = renewed.data.codes[0]?.code ?? '';
    expect((await browser.call('ops-factor.remove', { body: { code: fresh } })).code).toBe(200);
    expect(await lastAct(shop)).toMatchObject({
      action: 'remove',
      subject: 'second_factor',
      label: username,
    });
    expect((await (await withPassword(shop, username)).call('user.base')).code).toBe(200);
  });

  it('set it up by the password when the login is long ago', async () => {
    const browser = await shop.as(username);
    shop.clock.now += 901;
    expect(await browser.call('ops-factor.begin', { body: {} })).toMatchObject({
      code: 422,
      data: { errors: { current: [expect.stringContaining('当前密码')] } },
    });
    expect((await browser.call('ops-factor.begin', { body: { current: 'Demo@2026' } })).code).toBe(200);
  });

  it('reset a colleague who lost everything, which is written down and ends the login', async () => {
    const colleague = await newStaff(shop);
    const night = await shop.as(colleague);
    const { secret } = (await night.call('ops-factor.begin', { body: {} })).data;
    await night.call('ops-factor.confirm', { body: { code: codeOf(secret, shop) } });
    const ops = await shop.as(username);
    const { list } = (await ops.call('ops-staff.list')).data;
    const named = (name: string) => list.find((one) => one.username === name);
    expect(named(username)).toMatchObject({ has_factor: 0, is_self: 1 });
    expect(named(colleague)).toMatchObject({ has_factor: 1, is_self: 0, codes_left: 10 });
    const self = named(username)?.id ?? 0;
    const other = named(colleague)?.id ?? 0;
    expect((await ops.call('ops-staff.reset_factor', { params: { id: self } })).code).toBe(403);
    expect((await ops.call('ops-staff.reset_factor', { params: { id: other } })).code).toBe(200);
    expect(await lastAct(shop)).toMatchObject({
      action: 'reset',
      subject: 'second_factor',
      label: colleague,
    });
    expect((await night.call('user.base')).code).toBe(401);
    const left = shop.db.selectFrom('recovery_codes').selectAll().where('member_id', '=', other);
    expect(await left.execute()).toEqual([]);
    expect((await (await withPassword(shop, colleague)).call('user.base')).code).toBe(200);
  });

  it('are made, stopped and let in again by one another', async () => {
    const ops = await shop.as(username);
    const create = (body: object) => ops.call('ops-staff.create', { body: { name: '新同事', ...body } });
    for (const password of ['Colleague1', 'colleague1', 'password123']) {
      expect(await create({ username: 'colleague1', password })).toMatchObject({
        code: 422,
        data: { errors: { password: [expect.any(String)] } },
      });
    }
    const made = await create({ username: 'colleague1', password: 'Pharmacy#2026' });
    expect(made.code).toBe(201);
    expect((await create({ username: 'Colleague1', password: 'Pharmacy#2026' })).code).toBe(422);
    const colleague = shop.browser();
    expect((await colleague.logIn('colleague1', 'Pharmacy#2026')).code).toBe(200);
    const params = { id: made.data.id };
    expect((await ops.call('ops-staff.disable', { params })).code).toBe(200);
    expect((await colleague.call('user.base')).code).toBe(401);
    expect((await colleague.logIn('colleague1', 'Pharmacy#2026')).code).toBe(403);
    expect((await ops.call('ops-staff.enable', { params })).code).toBe(200);
    expect((await colleague.logIn('colleague1', 'Pharmacy#2026')).code).toBe(200);
  });
});
