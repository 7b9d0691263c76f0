import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { sendMessage } from '#server/kernel/notifications/send.ts';
import { sendDue } from '#server/kernel/notifications/send-due.ts';
import { vapidKeys } from '#server/kernel/notifications/vapid.ts';
import { isPublicAddress, publicAgent } from '#server/kernel/outside/public-agent.ts';
import { type PushSender, webPushSender } from '#server/kernel/outside/web-push/push-sender.ts';
import { fireAlerts } from '#server/modules/service/alerts/fire.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { shopRegistry } from '../../support/registry.ts';
import { makeGoods, makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { type PushEndpoint, startPushEndpoint } from './support/push-endpoint.ts';

describe('web push', () => {
  let shop: TestApp;
  let demo: Browser;
  let demoId: number;
  let endpoint: PushEndpoint;
  beforeAll(async () => {
    endpoint = await startPushEndpoint();
    shop = await startApp({ seed: makeShelf, parts: { channels: { mail: null, push: endpoint.sender } } });
    demo = await shop.as('demo');
    ({ id: demoId } = await shop.db
      .selectFrom('members')
      .select('id')
      .where('username', '=', 'demo')
      .executeTakeFirstOrThrow());
  });
  afterAll(async () => {
    await shop.close();
    await endpoint.stop();
  });
  beforeEach(async () => {
    endpoint.status = 201;
    endpoint.arrived.length = 0;
    await shop.db.deleteFrom('notice_deliveries').execute();
    await demo.call('notice.subscribe', { body: endpoint.subscription });
  });

  const tell = (title: string, body = '正文') =>
    sendMessage(
      shop.db,
      { audience: 'one', id: demoId },
      { kind: 'order', title, body, url: '/order' },
      { author: null, now: shop.clock.now },
    );
  /** One run of the job, `later` seconds from the start. */
  const run = async (later = 0) =>
    sendDue({
      db: shop.db,
      site: (await shopRegistry()).site,
      channels: { mail: null, push: endpoint.sender },
      now: START + later,
    });
  const subscriptions = async () => (await demo.call('notice.settings')).data.devices.length;

  it('brings a notice to the browser, encrypted for it and signed with the keys that the shop keeps', async () => {
    const id = await tell('订单已发货', '您的订单已发货');
    expect(await run()).toBe(1);
    const [push] = endpoint.arrived;
    expect(push?.payload).toMatchObject({
      title: '订单已发货',
      body: '您的订单已发货',
      url: '/order',
      confirm: `/api/user/notices/arrived/${id}`,
    });
    expect(push?.vapid.aud).toBe(new URL(endpoint.subscription.endpoint).origin);
    expect(push?.headers['topic']).toBe(`notice-${id}`);
    const { publicKey } = await vapidKeys(shop.db, START);
    expect(push?.headers['authorization']).toContain(`k=${publicKey}`);
    expect((await demo.call('notice.settings')).data.push_key).toBe(publicKey);
  });

  it('sends each notice once, however many processes look at the same time', async () => {
    for (const title of ['一', '二', '三']) await tell(title);
    await Promise.all([run(), run(), run()]);
    await run(120);
    expect(endpoint.arrived.map(({ payload }) => payload.title).sort()).toEqual(['一', '三', '二']);
  });

  describe('whose process died between sending and writing that down', () => {
    /** The push service has taken it, and the process that sent it comes no further. */
    const dieAfterSending = async () => {
      let sent = () => {};
      const taken = new Promise<void>((resolve) => (sent = resolve));
      const push: PushSender = {
        ...endpoint.sender,
        async send(...terms) {
          await endpoint.sender.send(...terms);
          sent();
          return new Promise(() => {});
        },
      };
      const { site } = await shopRegistry();
      void sendDue({ db: shop.db, site, channels: { mail: null, push }, now: START });
      await taken;
    };

    it('is not sent again once the browser has said that it is there', async () => {
      const id = await tell('一次');
      await dieAfterSending();
      expect((await demo.call('notice.arrived', { params: { id } })).code).toBe(200);
      expect(await run(9_999)).toBe(0);
      expect(endpoint.arrived).toHaveLength(1);
    });

    it('is sent again as the same notice when no browser has said so: the later takes the place of the first', async () => {
      const id = await tell('再来');
      await dieAfterSending();
      const other = await shop.as('demo');
      expect((await other.call('notice.arrived', { params: { id } })).code).toBe(200);
      expect(await run(59)).toBe(0);
      expect(await run(61)).toBe(1);
      const [first, again] = endpoint.arrived;
      expect(again?.payload.tag).toBe(`notice-${id}`);
      expect(again?.payload).toEqual(first?.payload);
      expect(again?.headers['topic']).toBe(first?.headers['topic']);
      expect(await run(9_999)).toBe(0);
    });
  });

  it('tries again after a fault of the push service, later each time, and then not twice', async () => {
    endpoint.status = 500;
    await tell('晚到');
    expect(await run()).toBe(0);
    endpoint.status = 201;
    expect(await run(20)).toBe(0);
    expect(await run(31)).toBe(1);
    expect(await run(9_999)).toBe(0);
    expect(endpoint.arrived).toHaveLength(1);
  });

  it.each([404, 410])('forgets a browser for which the push service answers %s', async (status) => {
    endpoint.status = status;
    await tell('谁也收不到');
    expect(await run()).toBe(0);
    expect(await subscriptions()).toBe(0);
    const left = await shop.db.selectFrom('notice_deliveries').selectAll().execute();
    expect(left).toEqual([]);
  });

  it('names no sum of money', async () => {
    const goods = await makeGoods(shop.db, { name: '降价丸', price: 20, stock: 10 });
    await demo.call('alert.add', { body: { goods_id: goods, kind: 'price' } });
    await shop.db.updateTable('goods').set({ price_fen: 1000 }).where('id', '=', goods).execute();
    await fireAlerts(shop.db, START);
    await run();
    const [push] = endpoint.arrived;
    expect(push?.payload).toMatchObject({ title: '降价提醒：降价丸', body: '打开查看详情' });
  });

  it('sends nothing to a browser that has signed out, not even what was waiting', async () => {
    const other = await shop.as('demo');
    await other.call('notice.subscribe', { body: endpoint.subscription });
    await tell('给已退出的');
    await other.call('user.logout');
    expect(await run()).toBe(0);
    expect(endpoint.arrived).toEqual([]);
  });

  it('follows the switches of the member', async () => {
    const choose = (on: 0 | 1) =>
      demo.call('notice.choose', { body: { topic: 'order', channel: 'push', on } });
    await choose(0);
    await tell('不要');
    await choose(1);
    await tell('要');
    await run();
    expect(endpoint.arrived.map(({ payload }) => payload.title)).toEqual(['要']);
    await demo.call('notice.choose', { body: { topic: 'order', channel: 'site', on: 0 } });
    const { unread } = (await demo.call('message.list')).data;
    await tell('只留底');
    expect((await demo.call('message.list')).data.unread).toBe(unread);
    expect((await demo.call('message.list')).data.list[0]?.title).toBe('只留底');
    await demo.call('notice.choose', { body: { topic: 'order', channel: 'site', on: 1 } });
    const locked = await demo.call('notice.choose', { body: { topic: 'account', channel: 'site', on: 0 } });
    expect(locked.code).toBe(422);
  });

  it('tells a worker whether a notice is to whoever is logged in', async () => {
    const id = await tell('谁的');
    const newbie = await shop.as('newbie');
    expect((await demo.call('notice.arrived', { params: { id } })).code).toBe(200);
    expect((await newbie.call('notice.arrived', { params: { id } })).code).toBe(404);
    expect((await shop.browser().call('notice.arrived', { params: { id } })).code).toBe(401);
  });
});

it.each([
  'http://push.example.com/1',
  'https://localhost/1',
  'https://127.0.0.1/1',
  'https://10.1.2.3/1',
  'https://169.254.169.254/latest',
  'https://[::1]/1',
  'https://[::ffff:127.0.0.1]/1',
  'https://push.example.com:8443/1',
  'https://user@push.example.com/1',
  'https://database/1',
])('does not take %s for the address of a push service', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it('does not ask within its own network, whatever a name points at', async () => {
  const endpoint = await startPushEndpoint();
  const sender = webPushSender({ accepts: () => true, agent: publicAgent() });
  const terms = { keys: webPush.generateVAPIDKeys(), subject: 'mailto:shop@example.com', topic: 'one' };
  await expect(sender.send(endpoint.subscription, '{}', terms)).rejects.toThrow('inner network');
  await endpoint.stop();
});
