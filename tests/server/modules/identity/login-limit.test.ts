import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import user from '#server/modules/identity/routes/user.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { makeMember, PASSWORD } from '../../support/members.ts';
import { START } from '../../support/store.ts';

const MINUTE = 60;

describe.each(['pglite', 'postgres'] as const)('login limits on %s', (engine) => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startApp({ engine, routes: user });
    for (const username of ['anna', 'bert', 'cora', 'dora', 'emil', 'finn', 'gina', 'hugo'])
      await makeMember(shop.db, START, { username });
  });
  afterAll(() => shop.close());

  it('answers an unknown user and a wrong password alike', async () => {
    const unknown = await shop.browser().logIn('nobody-at-all', 'wrong');
    const wrong = await shop.browser().logIn('demo', 'wrong');
    expect(unknown).toMatchObject({ status: 401, code: 401, message: '用户名或密码错误', data: null });
    expect({ ...wrong, headers: null }).toEqual({ ...unknown, headers: null });
  });

  /* Again when the machine was busy with something else meanwhile. */
  it('takes as long for an unknown user as for a wrong password', { retry: 2 }, async () => {
    const quickest = async (username: string) => {
      let best = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 4; round += 1) {
        const began = performance.now();
        await shop.browser().logIn(username, 'wrong');
        best = Math.min(best, performance.now() - began);
      }
      return best;
    };
    const unknown = await quickest('nobody-knows');
    const wrong = await quickest('cora');
    expect(unknown / wrong).toBeGreaterThan(0.4);
    expect(unknown / wrong).toBeLessThan(2.5);
  });

  it('slows an account after five failures, from wherever they came, and even for the right password', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await shop.browser().logIn('anna', 'wrong')).code).toBe(401);
    }
    expect(await shop.browser().logIn('ANNA ')).toMatchObject({
      status: 429,
      message: '登录失败次数过多，请 15 分钟后再试',
    });
    expect((await shop.browser().logIn('bert')).code).toBe(200);
    shop.clock.now += 15 * MINUTE + 1;
    expect((await shop.browser().logIn('anna')).code).toBe(200);
  });

  it('lets the owner in where they have logged in before, however often strangers have failed', async () => {
    const [known, stranger] = [shop.browser(), shop.browser()];
    await known.logIn('dora');
    await known.call('user.logout');
    for (let attempt = 0; attempt < 5; attempt += 1) await stranger.logIn('dora', 'wrong');
    expect((await shop.browser().logIn('dora')).code).toBe(429);
    expect((await known.logIn('dora')).code).toBe(200);
    /* And keeps the strangers slow. */
    expect((await shop.browser().logIn('dora')).code).toBe(429);
  });

  it('slows a known browser after five failures of its own, for the account that it is known by', async () => {
    const known = shop.browser();
    await known.logIn('emil');
    await known.call('user.logout');
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await known.logIn('emil', 'wrong')).code).toBe(401);
    expect((await known.logIn('emil')).code).toBe(429);
    expect((await shop.browser().logIn('emil')).code).toBe(200);
  });

  it('knows each of those who log in in one browser, for half a year after the last login there', async () => {
    const known = shop.browser();
    for (const username of ['finn', 'gina']) {
      await known.logIn(username);
      await known.call('user.logout');
    }
    const isKnownTo = async (username: string) => {
      for (let attempt = 0; attempt < 5; attempt += 1) await shop.browser().logIn(username, 'wrong');
      return (await known.logIn(username)).code === 200;
    };
    expect(await isKnownTo('finn')).toBe(true);
    expect(await isKnownTo('gina')).toBe(true);
    shop.clock.now += 181 * 86_400;
    expect(await isKnownTo('finn')).toBe(false);
  });

  it('lets a member change the password, however often strangers have failed', async () => {
    const owner = shop.browser();
    await owner.logIn('hugo');
    shop.clock.now += 16 * MINUTE;
    for (let attempt = 0; attempt < 5; attempt += 1) await shop.browser().logIn('hugo', 'wrong');
    const changed = await owner.call('user.resetPassword', {
      body: { password: 'Quite-new-9-words', current: PASSWORD },
    });
    expect(changed.code).toBe(200);
  });

  it('slows an address after five failures, whatever the account', async () => {
    const browser = shop.browser();
    for (let attempt = 0; attempt < 5; attempt += 1) await browser.logIn(`guess-${attempt}`, 'wrong');
    expect((await browser.logIn('bert')).code).toBe(429);
    expect((await shop.browser().logIn('bert')).code).toBe(200);
  });

  it('forgets the failures of an account once it is entered', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 4; attempt += 1) await shop.browser().logIn('bert', 'wrong');
      expect((await shop.browser().logIn('bert')).code).toBe(200);
    }
  });

  it('counts guesses that are sent all at once', async () => {
    const guesses = Array.from({ length: 20 }, () => shop.browser().logIn('cora', 'guess'));
    shop.clock.now += 16 * MINUTE;
    const codes = (await Promise.all(guesses)).map(({ code }) => code);
    expect(codes.filter((code) => code === 401).length).toBeLessThanOrEqual(10);
    expect(codes.filter((code) => code === 429).length).toBeGreaterThanOrEqual(10);
  });
});
