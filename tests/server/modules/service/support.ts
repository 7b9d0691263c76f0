import type { Engine } from '#server/kernel/db/open.ts';
import type { Db } from '#server/kernel/db/schema.ts';
import { runTasks } from '#server/kernel/tasks/worker.ts';
import { PARTS } from '#server/modules/index.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { addressOf, fillCart, giveMoney, order } from '../../support/buyer.ts';
import { shopRegistry } from '../../support/registry.ts';
import { makeShelf } from '../../support/shelf.ts';

/** A shop with a shelf and nothing on it. */
export const startService = (engine?: Engine): Promise<TestApp> =>
  startApp({ ...(engine && { engine }), seed: makeShelf });

/** Does all long work that waits, as the job of one process would. */
export async function workOff(shop: TestApp): Promise<number> {
  const { site } = await shopRegistry();
  const { db, uploads, clock } = shop;
  const { pageTables } = shop.app;
  return runTasks({ db, site, uploads, pageTables, now: clock.now }, PARTS.tasks);
}

/** Places an order and pays it from the balance; answers its id and number. */
export async function buy(
  shop: TestApp,
  buyer: Browser,
  username: string,
  goods: Record<number, number>,
): Promise<{ id: number; no: string }> {
  await giveMoney(shop.db, username, 100_000);
  const ids = await fillCart(buyer, goods);
  const placed = await order(buyer, { ids, address_id: await addressOf(shop.db, username) });
  const id = placed.data.ids[0] ?? 0;
  const paid = await buyer.call('pay.start', {
    params: { order_id: String(id) },
    body: { method: 'balance' },
  });
  if (paid.code >= 300) throw new Error(paid.message);
  const { no } = await shop.db
    .selectFrom('orders')
    .where('id', '=', id)
    .select('no')
    .executeTakeFirstOrThrow();
  return { id, no };
}

/** The order was received: what may follow only then can be tried. */
export async function complete(db: Db, id: number): Promise<void> {
  await db.updateTable('orders').set({ status: 50 }).where('id', '=', id).execute();
}

/** Sends a file to a call as a browser's form does. */
export function fileOf(name: string, content: string | Uint8Array<ArrayBuffer>): File {
  return new File([content], name);
}

/** Loads a file as its owner; the answer of a refusal has no bytes. */
export async function load(
  shop: TestApp,
  who: Browser,
  url: string,
): Promise<{ status: number; type: string; bytes: Uint8Array }> {
  const response = await shop.app.inject({
    url,
    headers: who.cookie === undefined ? {} : { cookie: `sid=${who.cookie}` },
  });
  return {
    status: response.statusCode,
    type: response.headers['content-type'] ?? '',
    bytes: new Uint8Array(response.rawPayload),
  };
}
