import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import {
  freshPhone,
  NEW_PASSWORD,
  openAccount,
  provePhone,
  startRegister,
} from '../customers/registration/support.ts';

const CHANGED = 'Changed#2027';

describe('a forgotten password', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startRegister();
  });
  afterAll(() => shop.close());

  async function ticketFor(phone: string): Promise<string> {
    const browser = shop.browser();
    shop.clock.now += 60;
    const code = await provePhone(shop, browser, phone, 'forget');
    const verified = await browser.call('forget.verify', { body: { phone, code } });
    expect(verified.code).toBe(200);
    return verified.data.token;
  }

  it('is replaced by whoever holds the phone, and every session ends', async () => {
    const { browser, phone } = await openAccount(shop);
    const token = await ticketFor(phone);
    const reset = await shop.browser().call('forget.reset', { body: { token, password: CHANGED } });
    expect(reset).toMatchObject({ code: 200, message: expect.stringContaining('已重置') });
    expect((await browser.call('user.base')).code).toBe(401);
    expect((await shop.browser().logIn(phone, NEW_PASSWORD)).code).toBe(401);
    expect((await shop.browser().logIn(phone, CHANGED)).code).toBe(200);
  });

  it('keeps the ticket in a cookie that no script reads, and needs it nowhere else', async () => {
    const { phone } = await openAccount(shop);
    const asking = shop.browser();
    expect((await asking.call('forget.status')).data).toEqual({ verified: 0 });
    shop.clock.now += 60;
    const code = await provePhone(shop, asking, phone, 'forget');
    const verified = await asking.call('forget.verify', { body: { phone, code } });
    const sent = [verified.headers['set-cookie']].flat().join('; ');
    expect(sent).toMatch(/reset=[^;]+;.*HttpOnly/i);
    const headers = { cookie: /reset=[^;]+/.exec(sent)?.[0] ?? '' };
    expect((await asking.call('forget.status', { headers })).data).toEqual({ verified: 1 });
    const reset = () => shop.browser().call('forget.reset', { body: { password: CHANGED }, headers });
    const done = await reset();
    expect(done.code).toBe(200);
    expect([done.headers['set-cookie']].flat().join('; ')).toMatch(/reset=;/);
    expect((await asking.call('forget.status', { headers })).data).toEqual({ verified: 0 });
    expect((await reset()).code).toBe(409);
  });

  it('takes a ticket once and for a quarter of an hour', async () => {
    const { phone } = await openAccount(shop);
    const token = await ticketFor(phone);
    const reset = (password: string) => shop.browser().call('forget.reset', { body: { token, password } });
    expect(await reset('weakweak')).toMatchObject({ code: 422 });
    expect((await reset(CHANGED)).code).toBe(200);
    expect(await reset(CHANGED)).toMatchObject({ code: 409 });
    const second = await ticketFor(phone);
    shop.clock.now += 900;
    expect(
      await shop.browser().call('forget.reset', { body: { token: second, password: CHANGED } }),
    ).toMatchObject({
      code: 409,
    });
  });

  it('frees an account that was slowed down by wrong guesses', async () => {
    const { phone } = await openAccount(shop);
    for (let tries = 0; tries < 6; tries += 1) await shop.browser().logIn(phone, 'Wrong#2026');
    expect((await shop.browser().logIn(phone, NEW_PASSWORD)).code).toBe(429);
    const token = await ticketFor(phone);
    await shop.browser().call('forget.reset', { body: { token, password: CHANGED } });
    expect((await shop.browser().logIn(phone, CHANGED)).code).toBe(200);
  });

  it('sends nothing to a phone that nobody registered', async () => {
    const phone = freshPhone();
    await shop.browser().call('sms.send', { body: { phone, scene: 'forget' } });
    const outbox = await shop.browser().call('dev.outbox', { query: { phone } });
    expect(outbox.data.list).toEqual([]);
  });
});
