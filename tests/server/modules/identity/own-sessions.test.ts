import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { PASSWORD } from '../../support/members.ts';

describe('one’s own sessions', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startApp();
  });
  afterAll(() => shop.close());

  async function logIn(agent: string): Promise<Browser> {
    const browser = shop.browser();
    const body = { username: 'demo', password: PASSWORD };
    await browser.call('user.login', { body, headers: { 'user-agent': agent } });
    return browser;
  }
  const unread = async (who: Browser) =>
    (await who.call('message.list', { query: { kind: 'account' } })).data.list.map(({ title }) => title);

  it('are listed with where they are, and end one by one', async () => {
    const here = await logIn('office');
    const there = await logIn('phone');
    const { data } = await here.call('session.list');
    expect(data.list.map(({ agent, is_current }) => [agent, is_current])).toEqual(
      expect.arrayContaining([
        ['phone', 0],
        ['office', 1],
      ]),
    );
    expect(data.others).toBe(1);
    const id = data.list.find(({ agent }) => agent === 'phone')?.id ?? '';
    expect(await here.call('session.end', { body: { id } })).toMatchObject({ code: 200, data: { ended: 1 } });
    expect((await there.call('user.base')).code).toBe(401);
    expect((await here.call('user.base')).code).toBe(200);
    expect((await here.call('session.end', { body: { id } })).code).toBe(404);
  });

  it('end all but this one', async () => {
    const here = await logIn('office');
    const others = [await logIn('office'), await logIn('office')];
    expect((await here.call('session.endOthers')).data.ended).toBeGreaterThanOrEqual(2);
    for (const other of others) expect((await other.call('user.base')).code).toBe(401);
    expect((await here.call('session.list')).data).toMatchObject({ others: 0, list: [{ is_current: 1 }] });
  });

  it('are nobody else’s to end', async () => {
    const demo = await logIn('office');
    const [own] = (await demo.call('session.list')).data.list;
    const newbie = await shop.as('newbie');
    expect((await newbie.call('session.end', { body: { id: own?.id ?? '' } })).code).toBe(404);
    expect((await demo.call('user.base')).code).toBe(200);
  });

  it('in a browser that is new are told to the member, those in a known one are not', async () => {
    const here = await logIn('office');
    await here.call('session.endOthers');
    const before = await unread(here);
    await logIn('office');
    expect(await unread(here)).toEqual(before);
    await logIn('somebody’s');
    expect(await unread(here)).toEqual(['账号在新的设备上登录', ...before]);
  });
});
