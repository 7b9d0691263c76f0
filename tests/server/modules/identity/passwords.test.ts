import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { passwordProblem } from '#server/modules/identity/passwords/policy.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import {
  codeFor,
  freshPhone,
  NEW_PASSWORD,
  openAccount,
  provePhone,
  startRegister,
} from '../customers/registration/support.ts';

const OTHER = 'Another@2026';

describe('a password', () => {
  const owner = { username: 'kangning01', phone: '13800138000' };

  it.each([
    ['kangning01', '与用户名相同'],
    ['KangNing01', '与用户名相同'],
    ['a13800138000', '包含手机号'],
    ['password1', '太常见'],
    ['Password1', '太常见'],
    ['Password1!', '太常见'],
    ['P@ssw0rd', '太常见'],
    ['a123456789', '太常见'],
    ['1qaz2wsx', '太常见'],
    ['woaini1314', '太常见'],
    ['12345678', '至少 8 位'],
    ['aaaaaaa1', '至少 8 位'],
  ])('that is %s is not taken: %s', async (password, why) => {
    expect((await passwordProblem(password, owner))?.message).toContain(why);
  });

  it.each(['Demo@2026', 'kangning-7f', 'Pharmacy#2026', '杏衡药采2026a'])(
    'that is %s is taken',
    async (password) => {
      expect(await passwordProblem(password, owner)).toBeNull();
    },
  );
});

describe('a password of one’s own', () => {
  let shop: TestApp;
  let phone: string;
  let browser: Browser;
  beforeAll(async () => {
    shop = await startRegister();
  });
  beforeEach(async () => {
    ({ browser, phone } = await openAccount(shop));
  });
  afterAll(() => shop.close());

  const change = (body: { password: string; current?: string }) =>
    browser.call('user.resetPassword', { body });

  it('is changed by the new one alone within a quarter of an hour of the login', async () => {
    shop.clock.now += 899;
    expect(await change({ password: OTHER })).toMatchObject({ code: 200 });
    expect((await shop.browser().logIn(phone, OTHER)).code).toBe(200);
  });

  it('needs the current one after that', async () => {
    shop.clock.now += 900;
    expect(await change({ password: OTHER })).toMatchObject({
      code: 422,
      data: { errors: { current: [expect.stringContaining('当前密码')] } },
    });
    expect(await change({ password: OTHER, current: 'Wrong#2026' })).toMatchObject({
      code: 422,
      data: { errors: { current: ['当前密码不正确'] } },
    });
    expect(await change({ password: OTHER, current: NEW_PASSWORD })).toMatchObject({ code: 200 });
    // The current one was a proof of who it is: the quarter of an hour begins anew.
    expect(await change({ password: 'Third#Pass9' })).toMatchObject({ code: 200 });
  });

  it('can be changed by a code sent to the phone in place of the current one', async () => {
    shop.clock.now += 3_600;
    const code = await provePhone(shop, browser, phone, 'forget');
    expect((await browser.call('forget.verify', { body: { phone, code } })).code).toBe(200);
    expect(await change({ password: OTHER })).toMatchObject({ code: 200 });
    expect((await browser.call('user.base')).code).toBe(200);
  });

  it('is not guessed by way of a session that was left open', async () => {
    shop.clock.now += 3_600;
    for (let tries = 0; tries < 5; tries += 1) await change({ password: OTHER, current: `Wrong#${tries}` });
    expect((await change({ password: OTHER, current: NEW_PASSWORD })).code).toBe(429);
  });

  it('is not the phone, by which the account is called', async () => {
    expect(await change({ password: `${phone}a` })).toMatchObject({
      code: 422,
      data: { errors: { password: ['密码不能包含手机号'] } },
    });
  });

  it('is the same hard one when it is made and when it was forgotten', async () => {
    const fresh = freshPhone();
    const code = await provePhone(shop, shop.browser(), fresh);
    const account = { phone: fresh, code, agree: 1 as const };
    const common = await shop
      .browser()
      .call('register.account', { body: { ...account, password: 'password1' } });
    expect(common).toMatchObject({ code: 422, data: { errors: { password: [expect.any(String)] } } });
    shop.clock.now += 60;
    await browser.call('sms.send', { body: { phone, scene: 'forget' } });
    const sent = await codeFor(shop, phone);
    const { token } = (await browser.call('forget.verify', { body: { phone, code: sent } })).data;
    const reset = (password: string) => browser.call('forget.reset', { body: { token, password } });
    expect(await reset('password1')).toMatchObject({ code: 422 });
    expect(await reset(`a${phone}`)).toMatchObject({ code: 422 });
    expect(await reset(OTHER)).toMatchObject({ code: 200 });
  });
});
