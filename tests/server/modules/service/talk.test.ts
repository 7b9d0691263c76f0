import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { lastAct, startOps } from '../../support/staff.ts';

describe('messages to members', () => {
  let shop: TestApp;
  let ops: Browser;
  let demo: Browser;
  let newbie: Browser;
  beforeAll(async () => {
    shop = await startOps();
    [ops, demo, newbie] = await Promise.all([shop.as('ops'), shop.as('demo'), shop.as('newbie')]);
  });
  afterAll(() => shop.close());

  const send = (body: object) =>
    ops.call('ops-message.send', { body: { audience: 'all', title: '通知', body: '内容', ...body } });
  const titles = async (who: Browser) => (await who.call('message.list')).data.list.map(({ title }) => title);
  const badge = async (who: Browser) => (await who.call('user.base')).data.message_count;

  it('reach all, one kind of company, or one member', async () => {
    await send({ title: '全体' });
    await shop.db.updateTable('companies').set({ type: 5 }).where('name', 'like', 'newbie%').execute();
    expect((await send({ title: '诊所', audience: 'type', company_type: 5 })).data.receivers).toBe(1);
    await send({ title: '给 demo', audience: 'one', username: 'DEMO', kind: 'account' });
    expect(await titles(demo)).toEqual(['给 demo', '全体']);
    expect(await titles(newbie)).toEqual(['诊所', '全体']);
    expect(await lastAct(shop)).toMatchObject({ subject: 'message', action: 'send', label: '给 demo' });
  });

  it('are counted until they are read, by kind, and others cannot read them away', async () => {
    expect(await badge(demo)).toBe(2);
    const { data } = await demo.call('message.list', { query: { kind: 'account' } });
    expect(data).toMatchObject({ total: 1, unread: 2, list: [{ kind_text: '账户消息', is_read: false }] });
    const id = data.list[0]?.id ?? 0;
    await newbie.call('message.read', { body: { ids: [id] } });
    expect(await badge(demo)).toBe(2);
    expect((await demo.call('message.read', { body: { ids: [id] } })).data.unread).toBe(1);
    await demo.call('message.read', { body: {} });
    expect(await badge(demo)).toBe(0);
    expect((await demo.call('message.list', { query: { unread: 1 } })).data.list).toEqual([]);
    const { data: sent } = await ops.call('ops-message.list');
    expect(sent.list.find(({ title }) => title === '给 demo')).toMatchObject({
      readers: 1,
      audience_text: 'demo',
    });
  });

  it('do not reach those who joined later, and need a receiver', async () => {
    await shop.db
      .updateTable('members')
      .set({ created_at: shop.clock.now + 10 })
      .where('username', '=', 'newbie')
      .execute();
    expect(await titles(newbie)).toEqual([]);
    expect((await send({ audience: 'one' })).code).toBe(422);
    expect((await send({ audience: 'one', username: 'nobody' })).code).toBe(422);
    expect((await send({ audience: 'type' })).code).toBe(422);
    expect((await send({ url: 'javascript:alert(1)' })).code).toBe(422);
    expect((await shop.browser().call('message.list')).code).toBe(401);
  });
});

describe('the chat', () => {
  let shop: TestApp;
  let ops: Browser;
  let demo: Browser;
  beforeAll(async () => {
    shop = await startOps();
    [ops, demo] = await Promise.all([shop.as('ops'), shop.as('demo')]);
  });
  afterAll(() => shop.close());

  const idOf = async (who: Browser) => (await who.call('user.base')).data.id ?? 0;

  it('goes both ways, each side seeing its own and what is new', async () => {
    await demo.call('chat.send', { body: { text: '阿莫西林有货吗' } });
    const { data: waiting } = await ops.call('ops-chat.list');
    expect(waiting).toMatchObject({ unread: 1, list: [{ last_text: '阿莫西林有货吗', unread: 1 }] });
    const params = { id: waiting.list[0]?.id ?? 0 };
    expect(params.id).toBe(await idOf(demo));
    await ops.call('ops-chat.send', { params, body: { text: '有，今天发' } });
    const { data: mine } = await demo.call('chat.list');
    expect(mine.list.map(({ text, mine: own, author }) => [text, own, author])).toEqual([
      ['阿莫西林有货吗', true, '李采购'],
      ['有，今天发', false, '在线客服'],
    ]);
    expect(mine.unread).toBe(1);
    await demo.call('chat.seen');
    expect((await demo.call('chat.list')).data.unread).toBe(0);
    const { data: thread } = await ops.call('ops-chat.thread', { params });
    expect(thread).toMatchObject({ unread: 0, list: [{ mine: false }, { mine: true, author: '李采购' }] });
    expect(await lastAct(shop)).toMatchObject({ subject: 'chat', after: { text: '有，今天发' } });
  });

  it('shows a long talk from its end, and what was before on asking', async () => {
    for (let index = 1; index <= 35; index += 1) {
      await demo.call('chat.send', { body: { text: `第 ${index} 句` } });
    }
    const { data: end } = await demo.call('chat.list');
    expect(end.list).toHaveLength(30);
    expect([end.list.at(-1)?.text, end.more]).toEqual(['第 35 句', true]);
    const { data: before } = await demo.call('chat.list', { query: { before: end.list[0]?.id ?? 0 } });
    expect([before.list.at(-1)?.text, before.more]).toEqual(['第 5 句', false]);
  });

  it('is closed to those it was not opened to, and takes no empty or endless text', async () => {
    await shop.db.updateTable('members').set({ can_chat: false }).where('username', '=', 'newbie').execute();
    const newbie = await shop.as('newbie');
    expect(await newbie.call('chat.list')).toMatchObject({ code: 403, message: '站内客服暂未对您开通' });
    expect((await newbie.call('chat.send', { body: { text: '你好' } })).code).toBe(403);
    expect((await demo.call('chat.send', { body: { text: '' } })).code).toBe(422);
    expect((await demo.call('chat.send', { body: { text: '长'.repeat(1001) } })).code).toBe(422);
    expect((await shop.browser().call('chat.list')).code).toBe(401);
  });
});
