import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../support/app.ts';
import { codeOf, enrol, withPassword as logIn, newStaff, startStaff } from './support.ts';

describe('the second factor of staff, where the shop is real', () => {
  let shop: TestApp;
  let username: string;
  beforeAll(async () => {
    // Codes that arrive together need a database that does several things at once.
    shop = await startStaff(false);
  });
  beforeEach(async () => {
    username = await newStaff(shop);
  });
  afterAll(() => shop.close());

  const withPassword = () => logIn(shop, username);

  it('stands between the password and everything else', async () => {
    const browser = shop.browser();
    const answer = await browser.logIn(username);
    expect(answer).toMatchObject({ code: 200, data: { id: null, show: false, second_factor: 'enrol' } });
    for (const call of ['user.base', 'ops.log', 'ops-staff.list', 'ops-factor.status'] as const) {
      expect(await browser.call(call)).toMatchObject({ code: 401 });
    }
    expect((await browser.call('login-factor.status')).data).toEqual({ state: 'enrol', username });
    // What only the other step can do.
    const early = await browser.call('login-factor.verify', { body: { code: '123456' } });
    expect(early.code).toBe(409);
  });

  it('asks members for nothing', async () => {
    const browser = shop.browser();
    expect(await browser.logIn('demo')).toMatchObject({ code: 200, data: { second_factor: '' } });
    expect((await browser.call('user.base')).code).toBe(200);
  });

  it('is set up at the first login, and asked for at each one after', async () => {
    const first = await withPassword();
    const before = first.cookie;
    const begun = (await first.call('login-factor.begin')).data;
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun.uri).toContain(`secret=${begun.secret}`);
    expect(decodeURIComponent(begun.uri)).toContain(`杏衡药采:${username}`);
    const wrong = await first.call('login-factor.confirm', { body: { code: '000000' } });
    expect(wrong).toMatchObject({ code: 422, data: { errors: { code: [expect.any(String)] } } });
    expect((await first.call('user.base')).code).toBe(401);
    const done = await first.call('login-factor.confirm', { body: { code: codeOf(begun.secret, shop) } });
    expect(done.data.codes).toHaveLength(10);
    expect(first.cookie).not.toBe(before);
    expect((await first.call('user.base')).data).toMatchObject({ username, role: 'staff' });
    const { list } = (await first.call('ops.log')).data;
    expect(list[0]).toMatchObject({ username, action_text: '新增', subject_text: '两步验证' });

    shop.clock.now += 60;
    const second = await withPassword();
    expect((await second.call('login-factor.status')).data.state).toBe('code');
    expect((await second.call('login-factor.begin')).code).toBe(409);
    const code = codeOf(begun.secret, shop);
    expect(await second.call('login-factor.verify', { body: { code } })).toMatchObject({
      code: 200,
      data: { left: 10 },
    });
    expect((await second.call('ops-factor.status')).data).toMatchObject({
      on: 1,
      required: 1,
      codes_left: 10,
    });
  });

  it('takes a code once, and none of an earlier step after it', async () => {
    const { secret } = await enrol(shop, await withPassword());
    const verify = async (code: string) =>
      (await (await withPassword()).call('login-factor.verify', { body: { code } })).code;
    // The code that set it up is spent as well.
    expect(await verify(codeOf(secret, shop))).toBe(422);
    shop.clock.now += 30;
    const next = codeOf(secret, shop, 1);
    expect(await verify(next)).toBe(200);
    expect(await verify(next)).toBe(422);
    expect(await verify(codeOf(secret, shop))).toBe(422);
    shop.clock.now += 60;
    expect(await verify(codeOf(secret, shop, 3))).toBe(422);
    expect(await verify(codeOf(secret, shop))).toBe(200);
  });

  it('gives one login for one code to requests that arrive together', async () => {
    const { secret } = await enrol(shop, await withPassword());
    shop.clock.now += 60;
    const browsers = [await withPassword(), await withPassword(), await withPassword()];
    const code = codeOf(secret, shop);
    const answers = await Promise.all(
      browsers.map((browser) => browser.call('login-factor.verify', { body: { code } })),
    );
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
  });

  it('takes each recovery code once in place of a code, however it is typed, and keeps only hashes', async () => {
    const { codes } = await enrol(shop, await withPassword());
    const [one = '', two = ''] = codes;
    const verify = async (code: string) =>
      (await withPassword()).call('login-factor.verify', { body: { code } });
    expect(await verify(one)).toMatchObject({ code: 200, data: { left: 9 } });
    expect(await verify(one)).toMatchObject({ code: 422 });
    expect(await verify(two.replaceAll('-', ' ').toUpperCase())).toMatchObject({
      code: 200,
      data: { left: 8 },
    });
    const stored = JSON.stringify(await shop.db.selectFrom('recovery_codes').selectAll().execute());
    for (const code of codes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll('-', ''));
    }
  });

  it('slows whoever guesses, and a right password buys no new tries', async () => {
    const { secret } = await enrol(shop, await withPassword());
    shop.clock.now += 60;
    for (let tries = 0; tries < 5; tries += 1) {
      const browser = await withPassword();
      expect((await browser.call('login-factor.verify', { body: { code: '000000' } })).code).toBe(422);
    }
    const browser = await withPassword();
    const right = { body: { code: codeOf(secret, shop) } };
    expect((await browser.call('login-factor.verify', right)).code).toBe(429);
    shop.clock.now += 900;
    const later = await withPassword();
    const code = codeOf(secret, shop);
    expect((await later.call('login-factor.verify', { body: { code } })).code).toBe(200);
  });

  it('waits ten minutes for the code, then asks for the password again', async () => {
    const { secret } = await enrol(shop, await withPassword());
    const browser = await withPassword();
    shop.clock.now += 600;
    expect((await browser.call('login-factor.status')).data).toEqual({ state: 'none', username: '' });
    const code = codeOf(secret, shop);
    expect((await browser.call('login-factor.verify', { body: { code } })).code).toBe(401);
  });

  it('cannot be switched off', async () => {
    const browser = await withPassword();
    const { codes } = await enrol(shop, browser);
    const removed = await browser.call('ops-factor.remove', { body: { code: codes[0] ?? '' } });
    expect(removed).toMatchObject({ code: 409, message: expect.stringContaining('不能关闭') });
  });

  it('ends sessions that were begun without it', async () => {
    const rows = shop.db.updateTable('sessions').set({ second_factor: false });
    const browser = await withPassword();
    await enrol(shop, browser);
    expect((await browser.call('user.base')).code).toBe(200);
    await rows.execute();
    expect((await browser.call('user.base')).code).toBe(401);
  });
});
