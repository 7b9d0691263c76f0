import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import user from '#server/modules/identity/routes/user.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { PASSWORD } from '../../support/members.ts';

describe.each(['pglite', 'postgres'] as const)('sessions on %s', (engine) => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startApp({ engine, routes: user });
  });
  afterAll(() => shop.close());

  it('answers who is logged in, with the phone masked', async () => {
    const demo = await shop.as('demo');
    const { status, data } = await demo.call('user.base');
    expect(status).toBe(200);
    expect(data).toMatchObject({ username: 'demo', role: 'approved', is_passed: 1, phone: '138****5678' });
    expect(data.admin).toEqual({ name: '周经理', phone: '13800000001', is_default: 0 });
  });

  it('tells a visitor to log in', async () => {
    expect(await shop.browser().call('user.base')).toMatchObject({
      status: 401,
      code: 401,
      message: '请先登录',
      data: null,
    });
  });

  it('keeps the cookie away from scripts and other sites', async () => {
    const { headers } = await shop.browser().logIn('demo');
    expect([headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(/^sid=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^device=[\w-]{32}; Max-Age=15552000; Path=\/api; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('sends a Secure cookie where the proxy was reached by https', async () => {
    const browser = shop.browser('127.0.0.1');
    const body = { username: 'demo', password: PASSWORD };
    const { headers } = await browser.call('user.login', { body, headers: { 'x-forwarded-proto': 'https' } });
    expect(String(headers['set-cookie'])).toContain('; Secure');
  });

  it('keeps no cookie value in the database', async () => {
    const demo = await shop.as('demo');
    const ids = await shop.db.selectFrom('sessions').select('id').execute();
    expect(ids.map(({ id }) => id)).not.toContain(demo.cookie);
  });

  it('gives a new session id at each login, and ends the old one', async () => {
    const demo = await shop.as('demo');
    const first = demo.cookie;
    await demo.logIn('demo');
    expect(demo.cookie).not.toBe(first);
    demo.cookie = first;
    expect(await demo.call('user.base')).toMatchObject({ code: 401 });
  });

  it('ends thirty days after the login, however much it is used', async () => {
    const start = shop.clock.now;
    const demo = await shop.as('demo');
    for (let day = 3; day < 30; day += 3) {
      shop.clock.now = start + day * DAY;
      expect((await demo.call('user.base')).code).toBe(200);
    }
    shop.clock.now = start + 30 * DAY - 60;
    expect((await demo.call('user.base')).code).toBe(200);
    shop.clock.now = start + 30 * DAY;
    expect((await demo.call('user.base')).code).toBe(401);
    shop.clock.now = start;
  });

  it('ends everywhere else when the password is changed, and only then', async () => {
    const [here, there] = [await shop.as('newbie'), await shop.as('newbie')];
    const changed = await here.call('user.resetPassword', { body: { password: 'Another@2026' } });
    expect(changed).toMatchObject({ code: 200 });
    expect(await here.call('user.base')).toMatchObject({ code: 200 });
    expect(await there.call('user.base')).toMatchObject({ code: 401 });
    expect(await shop.browser().logIn('newbie')).toMatchObject({ code: 401 });
    expect(await shop.browser().logIn('newbie', 'Another@2026')).toMatchObject({ code: 200 });
  });

  it('refuses a password that is too short, and keeps the old one', async () => {
    const demo = await shop.as('demo');
    expect(await demo.call('user.resetPassword', { body: { password: 'short' } })).toMatchObject({
      code: 422,
    });
    expect(await shop.browser().logIn('demo')).toMatchObject({ code: 200 });
  });

  it('ends with logout, in the database too', async () => {
    const demo = await shop.as('demo');
    const { cookie } = demo;
    expect(await demo.call('user.logout')).toMatchObject({ code: 200, data: { ok: true } });
    expect(demo.cookie).toBeUndefined();
    demo.cookie = cookie;
    expect(await demo.call('user.base')).toMatchObject({ code: 401 });
  });

  it('lives seven days after its last use', async () => {
    const demo = await shop.as('demo');
    shop.clock.now += 6 * 86_400;
    const renewed = await demo.call('user.base');
    expect(renewed.code).toBe(200);
    expect(String(renewed.headers['set-cookie'])).toContain('sid=');
    shop.clock.now += 6 * 86_400;
    expect((await demo.call('user.base')).code).toBe(200);
    shop.clock.now += 8 * 86_400;
    expect((await demo.call('user.base')).code).toBe(401);
  });

  it('takes a phone for a user name, and the name in any case', async () => {
    expect(await shop.browser().logIn('13812345678')).toMatchObject({
      code: 200,
      data: { username: 'demo' },
    });
    expect(await shop.browser().logIn('DEMO')).toMatchObject({ code: 200, data: { username: 'demo' } });
  });
});
