import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { makeMember } from '../../support/members.ts';
import { START } from '../../support/store.ts';
import { makeChain, startAccount } from './support.ts';

const WEEK = 7 * 86_400;

describe('a chain and its stores', () => {
  let shop: TestApp;
  let head: Browser;
  let store: Browser;
  let ids: number[];
  beforeAll(async () => {
    shop = await startAccount();
    ids = await makeChain(shop, 'head', ['store-a', { username: 'store-b', type: 4, approval: 'pending' }]);
    head = await shop.as('head');
    store = await shop.as('store-a');
  });
  afterAll(() => shop.close());

  const storesOf = async (who: Browser) => (await who.call('store.list')).data;
  const switchTo = (who: Browser, id: number) => who.call('store.switch', { body: { id } });
  const company = async (who: Browser) => (await who.call('user.base')).data.company;

  it('shows the head its stores, and a store only itself and whose it is', async () => {
    const { list, head: over } = await storesOf(head);
    expect(over).toBe('');
    expect(list).toMatchObject([
      { id: ids[0], is_own: 1, is_current: 1, can_part: 0, source_text: '本单位' },
      { id: ids[1], state_text: '已通过', type_text: '连锁直营店', source_text: '邀请加入', can_part: 1 },
      { id: ids[2], state_text: '待审核', type_text: '连锁加盟店' },
    ]);
    const own = await storesOf(store);
    expect(own).toMatchObject({
      head: 'head 药店（演示）',
      can_invite: 0,
      list: [{ id: ids[1], is_own: 1 }],
    });
    expect(own.list).toHaveLength(1);
  });

  it('lets the head act for a store with all that is the store’s and nothing else', async () => {
    const address = await head.call('address.list');
    expect((await switchTo(head, ids[1] ?? 0)).message).toBe('已切换到 store-a 药店（演示）');
    const { data: user } = await head.call('user.base');
    expect(user).toMatchObject({
      username: 'head',
      company: 'store-a 药店（演示）',
      home: 'head 药店（演示）',
      role: 'approved',
    });
    expect((await head.call('address.list')).data).toEqual((await store.call('address.list')).data);
    expect((await head.call('address.list')).data).not.toEqual(address.data);
    await switchTo(head, ids[2] ?? 0);
    expect((await head.call('user.base')).data).toMatchObject({ role: 'member', is_passed: 0 });
    expect((await head.call('user.overview')).data.step).toMatchObject({ to: '/register_dd' });
    await switchTo(head, ids[0] ?? 0);
    expect((await head.call('user.base')).data).toMatchObject({ company: 'head 药店（演示）', home: '' });
  });

  it('lets nobody act for the head, a sibling or a stranger', async () => {
    const stranger = await makeMember(shop.db, START, { username: 'stranger' });
    const absent = await switchTo(store, 999_999_999);
    for (const id of [ids[0] ?? 0, ids[2] ?? 0, stranger.companyId]) {
      const { status, code, message, data } = await switchTo(store, id);
      expect({ status, code, message, data }).toEqual({
        status: absent.status,
        code: 404,
        message: absent.message,
        data: null,
      });
    }
    expect(await company(store)).toBe('store-a 药店（演示）');
  });

  it('invites a store by a code that works once, within a week', async () => {
    await makeMember(shop.db, START, { username: 'joiner', type: 4, scopes: ['hxy'] });
    const joiner = await shop.as('joiner');
    const { data: invite } = await head.call('store.invite');
    expect(invite).toMatchObject({ path: `/ddgl?invite=${invite.code}`, expires_at: START + WEEK });
    const code = invite.code.toLowerCase();
    expect((await joiner.call('store.invitation', { params: { code } })).data.company).toBe(
      'head 药店（演示）',
    );
    expect(await head.call('store.join', { body: { code } })).toMatchObject({
      code: 422,
      message: '这是贵单位自己发出的邀请码',
    });
    expect(await joiner.call('store.join', { body: { code } })).toMatchObject({
      code: 200,
      message: '已加入head 药店（演示）',
    });
    expect((await storesOf(head)).list.map(({ name }) => name)).toContain('joiner 药店（演示）');
    expect((await head.call('message.list')).data.list[0]).toMatchObject({ title: '门店已加入' });
    await makeMember(shop.db, START, { username: 'late' });
    const late = await shop.as('late');
    expect((await late.call('store.join', { body: { code } })).code).toBe(422);
    const { data: second } = await head.call('store.invite');
    shop.clock.now += WEEK;
    const latest = await shop.as('late');
    expect((await latest.call('store.invitation', { params: { code: second.code } })).code).toBe(404);
    expect((await latest.call('store.join', { body: { code: second.code } })).code).toBe(422);
    shop.clock.now = START;
  });

  it('has chains of two levels only', async () => {
    expect(await store.call('store.invite')).toMatchObject({ code: 403 });
    await makeMember(shop.db, START, { username: 'other-head', type: 2 });
    const other = await shop.as('other-head');
    const { data } = await other.call('store.invite');
    expect(await head.call('store.join', { body: { code: data.code } })).toMatchObject({
      message: '贵单位自己有门店，不能成为别家的门店',
    });
    expect(await store.call('store.join', { body: { code: data.code } })).toMatchObject({
      message: '贵单位已经是head 药店（演示）的门店',
    });
  });

  it('brings the head home when a store leaves, at once and on every device', async () => {
    const [, left] = await makeChain(shop, 'old-head', ['leaver']);
    const old = await shop.as('old-head');
    const leaver = await shop.as('leaver');
    await switchTo(old, left ?? 0);
    expect(await company(old)).toBe('leaver 药店（演示）');
    expect((await leaver.call('store.part', { params: { id: left ?? 0 } })).code).toBe(200);
    expect(await company(old)).toBe('old-head 药店（演示）');
    expect((await switchTo(old, left ?? 0)).code).toBe(404);
    expect((await old.call('message.list')).data.list[0]).toMatchObject({ title: '门店关系已解除' });
    expect((await leaver.call('store.part', { params: { id: left ?? 0 } })).code).toBe(404);
  });

  it('ends a session that acts for a store which was taken away behind its back', async () => {
    const [, taken] = await makeChain(shop, 'behind', ['taken']);
    const behind = await shop.as('behind');
    await switchTo(behind, taken ?? 0);
    await shop.db
      .updateTable('companies')
      .set({ parent_id: null })
      .where('id', '=', taken ?? 0)
      .execute();
    expect((await behind.call('address.list')).code).toBe(401);
  });

  it('keeps a store that has no account of its own', async () => {
    const [own] = await makeChain(shop, 'founder', []);
    const { id } = await shop.db
      .insertInto('companies')
      .values({ name: '自建门店', type: 3, approval: 'approved', parent_id: own ?? 0, created_at: START })
      .returning('id')
      .executeTakeFirstOrThrow();
    const founder = await shop.as('founder');
    expect((await storesOf(founder)).list[1]).toMatchObject({ source_text: '自行登记', can_part: 0 });
    expect(await founder.call('store.part', { params: { id } })).toMatchObject({
      code: 409,
      message: '自建门店没有自己的账号，移出后将无人能管理它',
    });
  });
});
