import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { FORM } from '../support/browser.ts';
import { makeMember, PASSWORD } from '../support/members.ts';
import { START } from '../support/store.ts';

const PLANTED = 'A'.repeat(43);

describe('session fixation and theft', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startApp();
    await makeMember(shop.db, START, { username: 'victim' });
  });
  afterAll(() => shop.close());

  const whoami = async (headers: Record<string, string>, url = '/api/user/base') =>
    (await shop.app.inject({ url, headers })).statusCode;

  it('a session that the attacker planted before the login', async () => {
    const victim = shop.browser();
    victim.cookie = PLANTED;
    await victim.logIn('victim');
    expect(victim.cookie).not.toBe(PLANTED);
    expect(await whoami({ cookie: `sid=${PLANTED}` })).toBe(401);
  });

  it('a session of the attacker’s own that the victim logs in over', async () => {
    const attacker = await shop.as('newbie');
    const victim = shop.browser();
    victim.cookie = attacker.cookie;
    await victim.logIn('victim');
    expect((await victim.call('user.base')).data.username).toBe('victim');
    expect(await whoami({ cookie: `sid=${attacker.cookie}` })).toBe(401);
  });

  it('a known browser’s cookie that the attacker planted before the login', async () => {
    const victim = shop.browser();
    victim.device = 'A'.repeat(32);
    await victim.logIn('victim');
    expect(victim.device).not.toBe('A'.repeat(32));
    const attacker = shop.browser();
    attacker.device = 'A'.repeat(32);
    for (let guess = 0; guess < 5; guess += 1) await shop.browser().logIn('victim', 'wrong');
    expect((await attacker.logIn('victim', 'wrong')).code).toBe(429);
    shop.clock.now += 16 * 60;
  });

  it('a known browser’s cookie in place of a session', async () => {
    const victim = await shop.as('victim');
    expect(await whoami({ cookie: `sid=${victim.device}; device=${victim.device}` })).toBe(401);
  });

  it('a session in the address, the body or another header', async () => {
    const { cookie } = await shop.as('victim');
    expect(await whoami({}, `/api/user/base?sid=${cookie}`)).toBe(401);
    expect(await whoami({ authorization: `Bearer ${cookie}` })).toBe(401);
    expect(await whoami({ 'x-session-id': cookie ?? '' })).toBe(401);
    const posted = await shop
      .browser()
      .send({ method: 'POST', path: '/api/user/resetPassword', body: `sid=${cookie}`, headers: FORM });
    expect(posted.status).toBe(401);
  });

  it('the stored form of a session, read out of the database', async () => {
    await shop.as('victim');
    const rows = await shop.db.selectFrom('sessions').select('id').execute();
    for (const { id } of rows) expect(await whoami({ cookie: `sid=${id}` })).toBe(401);
  });

  it('a cookie from before the logout', async () => {
    const victim = await shop.as('victim');
    const { cookie } = victim;
    await victim.call('user.logout');
    expect(await whoami({ cookie: `sid=${cookie}` })).toBe(401);
  });

  it('a session from before a changed password', async () => {
    const stolen = await shop.as('victim');
    const owner = await shop.as('victim');
    const body = { password: 'Another@2026', current: PASSWORD };
    expect((await owner.call('user.resetPassword', { body })).code).toBe(200);
    expect((await stolen.call('user.base')).code).toBe(401);
    await owner.call('user.resetPassword', { body: { password: PASSWORD, current: 'Another@2026' } });
  });

  it('a session of an account that staff have disabled', async () => {
    const { id } = await makeMember(shop.db, START, { username: 'dismissed' });
    const dismissed = await shop.as('dismissed');
    const ops = await shop.as('ops');
    await ops.call('ops-member.disable', { params: { id }, body: { reason: '离职' } });
    expect((await dismissed.call('user.base')).code).toBe(401);
  });

  it.each([
    ['nothing', ''],
    ['a kilobyte', 'x'.repeat(1000)],
    ['SQL', "' OR 1=1 --"],
    ['an inherited name', '__proto__'],
    ['bytes that are no text', '%00%ff'],
    ['a list', 'a,b'],
  ])('a cookie that is %s', async (_, value) => {
    expect(await whoami({ cookie: `sid=${value}` })).toBe(401);
  });

  it('two session cookies, of which the attacker’s comes second', async () => {
    const victim = await shop.as('victim');
    const attacker = await shop.as('newbie');
    const { body } = await shop.app.inject({
      url: '/api/user/base',
      headers: { cookie: `sid=${victim.cookie}; sid=${attacker.cookie}` },
    });
    expect(JSON.parse(body)).toMatchObject({ data: { username: 'victim' } });
  });

  it('a script that reads the cookie, and a page of another site that sends it', async () => {
    const { headers } = await shop.browser().logIn('victim');
    expect(String(headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/);
  });
});
