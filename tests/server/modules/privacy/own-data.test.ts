import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { giveMoney } from '../../support/buyer.ts';
import { makeMember, PASSWORD } from '../../support/members.ts';
import { START } from '../../support/store.ts';

describe.each(['pglite', 'postgres'] as const)('what is kept about a member on %s', (engine) => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startApp({ engine });
    for (const username of ['anna', 'bert', 'cora', 'dora']) await makeMember(shop.db, START, { username });
  });
  afterAll(() => shop.close());

  const copyOf = async (cookie: string | undefined, id = 'own') => {
    const { statusCode, body, headers } = await shop.app.inject({
      url: `/api/document/personal-data/${id}`,
      headers: cookie === undefined ? {} : { cookie: `sid=${cookie}` },
    });
    return { statusCode, body, headers };
  };
  const erase = (browser: Browser, current = PASSWORD) => browser.call('user.erase', { body: { current } });
  const memberOf = (username: string) =>
    shop.db.selectFrom('members').selectAll().where('username', '=', username).executeTakeFirst();

  it('is given to that member, and to nobody else', async () => {
    const anna = await shop.as('anna');
    const { statusCode, body, headers } = await copyOf(anna.cookie);
    expect(statusCode).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment/);
    const { data } = JSON.parse(body) as { data: Record<string, { rows: Record<string, unknown>[] }> };
    expect(data['members']?.rows).toEqual([expect.objectContaining({ username: 'anna' })]);
    expect(data['sessions']?.rows).toHaveLength(1);
    expect(body).not.toContain('bert');
    expect((await copyOf(undefined)).statusCode).toBe(401);
    for (const id of ['1', 'anna', '']) expect((await copyOf(anna.cookie, id)).statusCode).not.toBe(200);
  });

  it('is given without what proves who somebody is', async () => {
    const { body } = await copyOf((await shop.as('anna')).cookie);
    expect(body).not.toMatch(/argon2|password_hash|code_hash|secret|"id"/);
  });

  it('is erased when the member wishes, and every login ends', async () => {
    const [here, there] = [await shop.as('bert'), await shop.as('bert')];
    const before = await memberOf('bert');
    expect((await erase(here)).code).toBe(200);
    for (const browser of [here, there]) expect((await browser.call('user.base')).code).toBe(401);
    expect((await shop.browser().logIn('bert')).code).toBe(401);
    expect(await memberOf('bert')).toBeUndefined();
    const left = await shop.db
      .selectFrom('members')
      .selectAll()
      .where('id', '=', before?.id ?? 0)
      .executeTakeFirstOrThrow();
    expect(left).toMatchObject({ phone: null, name: '已注销', password_hash: '', wechat_id: null, face: '' });
    for (const table of ['sessions', 'known_devices'] as const) {
      const rows = await shop.db
        .selectFrom(table)
        .select('member_id')
        .where('member_id', '=', left.id)
        .execute();
      expect(rows).toEqual([]);
    }
    expect((await shop.browser().logIn(left.username, '')).code).not.toBe(200);
  });

  it('is not erased by a session that was left open, without the password', async () => {
    const cora = await shop.as('cora');
    expect((await erase(cora, '')).code).toBe(422);
    expect((await erase(cora, 'wrong')).code).toBe(422);
    expect(await memberOf('cora')).toBeDefined();
    expect((await erase(cora)).code).toBe(200);
  });

  it('stays while the company has money here and nobody else to see to it', async () => {
    await giveMoney(shop.db, 'dora', 1);
    expect(await erase(await shop.as('dora'))).toMatchObject({
      code: 409,
      message: expect.stringContaining('最后一个账号'),
    });
    expect(await memberOf('dora')).toMatchObject({ disabled_at: null });
  });

  it('is for staff to close, of staff', async () => {
    expect((await erase(await shop.as('ops'))).code).toBe(403);
  });
});
