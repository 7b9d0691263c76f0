import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { folderStorage } from '#server/kernel/outside/storage/storage.ts';
import { publishChange } from '#server/kernel/push/publish.ts';
import { PARTS } from '#server/modules/index.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { addressOf, order } from '../../support/buyer.ts';
import { shopRegistry } from '../../support/registry.ts';
import { makeGoods, makeShelf } from '../../support/shelf.ts';
import { startOps } from '../../support/staff.ts';

type App = TestApp['app'];

/** An open page: what the server has told it so far. */
interface OpenPage {
  heard: string[];
  status: number;
  closed: Promise<void>;
}

async function openPage(app: App, who: Browser, calls: string, since?: number): Promise<OpenPage> {
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const asked = since === undefined ? '' : `&since=${since}`;
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const response = await fetch(`http://127.0.0.1:${port ?? 0}/api/events?calls=${calls}${asked}`, {
    signal: stop.signal,
    headers: who.cookie === undefined ? {} : { cookie: `sid=${who.cookie}` },
  });
  const heard: string[] = [];
  async function listen(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      for (const line of decoder.decode(chunk).split('\n')) {
        if (line.startsWith('data: ')) heard.push(line.slice('data: '.length));
      }
    }
  }
  const closed = listen().catch(() => {});
  return { heard, status: response.status, closed };
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries > 500) throw new Error('it did not happen within five seconds');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe.each(['pglite', 'postgres'] as const)('open pages are told what is new (%s)', (engine) => {
  async function start() {
    const shop = await startOps(engine);
    onTestFinished(() => shop.close());
    await shop.app.listen({ port: 0, host: '127.0.0.1' });
    return shop;
  }

  it('hears of an answer to its chat, and only of what is its own and what it shows', async () => {
    const shop = await start();
    const [ops, demo, newbie] = await Promise.all([shop.as('ops'), shop.as('demo'), shop.as('newbie')]);
    const page = await openPage(shop.app, demo, 'chat.list');
    const other = await openPage(shop.app, newbie, 'chat.list,message.list');
    const desk = await openPage(shop.app, ops, 'ops-chat.list');
    await demo.call('chat.send', { body: { text: '在吗' } });
    await until(() => desk.heard.length > 0);
    const { data } = await ops.call('ops-chat.list');
    await ops.call('ops-chat.send', { params: { id: data.list[0]?.id ?? 0 }, body: { text: '在' } });
    await until(() => page.heard.length > 1);
    expect(page.heard).toEqual(['chat.list', 'chat.list']);
    await ops.call('ops-message.send', { body: { audience: 'all', title: '通知', body: '内容' } });
    await until(() => other.heard.length > 0);
    expect(other.heard).toEqual(['message.list']);
    expect(page.heard).toHaveLength(2);
  });

  it('hears nothing of what was rolled back', async () => {
    const shop = await start();
    const demo = await shop.as('demo');
    const { data } = await demo.call('user.base');
    const page = await openPage(shop.app, demo, 'chat.list');
    const to = { member: data.id ?? 0 };
    await shop.db
      .transaction()
      .execute(async (trx) => {
        await publishChange(trx, ['chat.list'], to);
        throw new Error('undone');
      })
      .catch(() => {});
    await publishChange(shop.db, ['chat.list'], to);
    await until(() => page.heard.length > 0);
    expect(page.heard).toEqual(['chat.list']);
  });

  it('is told at once what was said after its data was asked, and everything when that is not known', async () => {
    const shop = await start();
    const demo = await shop.as('demo');
    const began = shop.clock.now;
    const member = (await demo.call('user.base')).data.id ?? 0;
    const listener = await openPage(shop.app, demo, 'message.list');
    shop.clock.now = began + 10;
    await publishChange(shop.db, ['chat.list'], { member });
    await publishChange(shop.db, ['message.list'], { member });
    await until(() => listener.heard.length > 0);
    const late = await openPage(shop.app, demo, 'chat.list', began + 5);
    const early = await openPage(shop.app, demo, 'chat.list,message.list', began - 500);
    await until(() => late.heard.length > 0 && early.heard.length > 0);
    expect([late.heard, early.heard]).toEqual([['chat.list'], ['chat.list,message.list']]);
    shop.clock.now = began + 20;
    const fresh = await openPage(shop.app, demo, 'chat.list', began + 15);
    await publishChange(shop.db, ['chat.list'], { member });
    await until(() => fresh.heard.length > 0);
    expect(fresh.heard).toEqual(['chat.list']);
  });

  it('tells a visitor what is said to everyone, and nothing else', async () => {
    const shop = await start();
    const visitor = await openPage(shop.app, shop.browser(), 'activity.groups,chat.list');
    expect(visitor.status).toBe(200);
    await publishChange(shop.db, ['chat.list'], { member: 1 });
    await publishChange(shop.db, ['chat.list'], { staff: true });
    await publishChange(shop.db, ['activity.groups'], { everyone: true });
    await until(() => visitor.heard.length > 0);
    expect(visitor.heard).toEqual(['activity.groups']);
  });
});

describe.each(['pglite', 'postgres'] as const)('open pages follow the cart (%s)', (engine) => {
  it('hear once of each change, whoever of the company makes it and wherever; strangers hear nothing', async () => {
    const shop = await startApp({ engine, seed: makeShelf });
    onTestFinished(() => shop.close());
    await shop.app.listen({ port: 0, host: '127.0.0.1' });
    const goods = await makeGoods(shop.db, { price: 10, stock: 99 });
    const [demo, elsewhere, other] = await Promise.all([shop.as('demo'), shop.as('demo'), shop.as('newbie')]);
    const page = await openPage(shop.app, demo, 'cart.list,cart.total');
    const stranger = await openPage(shop.app, other, 'cart.list,cart.total');
    let changes = 0;
    async function change(write: Promise<{ code: number }>): Promise<void> {
      expect((await write).code).toBeLessThan(300);
      changes += 1;
      await until(() => page.heard.length >= changes);
    }
    const add = () => elsewhere.call('cart.add', { body: { params: [{ goods_id: goods, number: 2 }] } });
    const ids = async () => (await demo.call('cart.list')).data.summary.selected_ids;

    await change(add());
    const [id = 0] = await ids();
    await change(elsewhere.call('cart.edit', { params: { id }, body: { params: { number: 5 } } }));
    await change(elsewhere.call('cart.select', { body: { ids: [id], is_selected: 0 } }));
    await change(elsewhere.call('cart.remove', { body: { ids: [id] } }));
    await change(elsewhere.call('cart.quickAdd', { params: { id: goods } }));
    await change(add());
    const address_id = await addressOf(shop.db, 'demo');
    await change(order(elsewhere, { ids: await ids(), address_id }));
    expect(await ids()).toEqual([]);
    expect(page.heard).toEqual(Array.from({ length: changes }, () => 'cart.list,cart.total'));
    expect(stranger.heard).toEqual([]);
  });

  it('hear nothing of what was refused', async () => {
    const shop = await startApp({ engine, seed: makeShelf });
    onTestFinished(() => shop.close());
    await shop.app.listen({ port: 0, host: '127.0.0.1' });
    const goods = await makeGoods(shop.db, { price: 10, stock: 3 });
    const demo = await shop.as('demo');
    const page = await openPage(shop.app, demo, 'cart.list');
    const add = (number: number) =>
      demo.call('cart.add', { body: { params: [{ goods_id: goods, number }] } });
    expect((await add(4)).code).toBe(422);
    expect((await add(3)).code).toBe(200);
    await until(() => page.heard.length > 0);
    expect(page.heard).toEqual(['cart.list']);
  });
});

describe('several processes share one shop', () => {
  it('tells a page that another process serves', async () => {
    const shop = await startOps();
    onTestFinished(() => shop.close());
    const folder = await mkdtemp(join(tmpdir(), 'storewright-second-'));
    const second = await createApp({
      registry: await shopRegistry(),
      routes: PARTS.routes,
      db: shop.db,
      listen: shop.store.listen,
      uploads: folderStorage(folder),
      now: () => shop.clock.now,
    });
    onTestFinished(async () => {
      await second.close();
      await rm(folder, { recursive: true, force: true });
    });
    await second.listen({ port: 0, host: '127.0.0.1' });
    const demo = await shop.as('demo');
    const page = await openPage(second, demo, 'activity.groups,chat.list');
    // The other process listens as soon as it hears anything.
    await vi.waitUntil(
      async () => {
        await publishChange(shop.db, ['activity.groups'], { everyone: true });
        return page.heard.length > 0;
      },
      { timeout: 20_000, interval: 20 },
    );
    await demo.call('chat.send', { body: { text: '在吗' } });
    await until(() => page.heard.includes('chat.list'));
    expect(page.heard.filter((calls) => calls !== 'activity.groups')).toEqual(['chat.list']);
  });
});
