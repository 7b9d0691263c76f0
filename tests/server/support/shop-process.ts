import { join } from 'node:path';
import { createApp } from '#server/app.ts';
import { migrate } from '#server/kernel/db/migrate.ts';
import { openStore } from '#server/kernel/db/open.ts';
import { releaseAllRuns } from '#server/kernel/jobs/schedule.ts';
import { startScheduler } from '#server/kernel/jobs/scheduler.ts';
import { SANDBOX } from '#server/kernel/outside/payment-gateways/open.ts';
import { folderStorage } from '#server/kernel/outside/storage/storage.ts';
import { webPushSender } from '#server/kernel/outside/web-push/push-sender.ts';
import { releaseAllTasks } from '#server/kernel/tasks/lease.ts';
import { PARTS } from '#server/modules/index.ts';
import { giveMoney } from './buyer.ts';
import { makeMembers } from './members.ts';
import { shopRegistry } from './registry.ts';
import { makeGoods, makeShelf } from './shelf.ts';
import { START } from './store.ts';

/**
 * A process that serves the API over HTTP from the folder named on its command line, with two goods on the shelf and
 * money in the wallet, and prints its port. It goes on until it is killed. Its environment may name a PostgreSQL
 * (`SHOP_URL`), how late it is (`SHOP_LATER`, in seconds), that the timers run (`SHOP_TIMERS`), many times a second, and
 * that the process dies when it would answer an order (`SHOP_DIES`).
 */
const [folder = ''] = process.argv.slice(2);
const { SHOP_URL, SHOP_LATER, SHOP_TIMERS, SHOP_DIES } = process.env;
const store = await openStore(SHOP_URL ? { url: SHOP_URL, connections: 8 } : { folder });
await migrate(store.db);
// As the shop's own start does with the embedded database.
if (!SHOP_URL) {
  await releaseAllTasks(store.db);
  await releaseAllRuns(store.db);
}
if (!(await store.db.selectFrom('members').select('id').executeTakeFirst())) {
  await makeMembers(store.db, START);
  await makeShelf(store.db);
  await makeGoods(store.db, { price: 10, stock: 5000 });
  await makeGoods(store.db, { price: 20, stock: 5000 });
  await giveMoney(store.db, 'demo', 1_000_000);
}
const registry = await shopRegistry();
const uploads = folderStorage(join(folder, 'uploads'));
const now = () => START + Number(SHOP_LATER ?? 0);
const app = await createApp({
  registry,
  routes: PARTS.routes,
  db: store.db,
  listen: store.listen,
  uploads,
  demo: true,
  now,
});
if (SHOP_DIES) {
  // The order is committed and its answer not yet sent: the moment at which a head would be written.
  app.server.prependListener('request', ({ method, url }, response) => {
    if (method !== 'POST' || url !== '/api/order') return;
    response.writeHead = () => {
      process.kill(process.pid, 'SIGKILL');
      return response;
    };
  });
}
if (SHOP_TIMERS) {
  const jobs = [...PARTS.jobs].map(([name, job]) => [name, { ...job, every: 0.05 }] as const);
  const channels = { mail: null, push: webPushSender() };
  const context = {
    tasks: PARTS.tasks,
    pageTables: app.pageTables,
    db: store.db,
    site: registry.site,
    uploads,
    gateways: SANDBOX,
    channels,
    now,
  };
  startScheduler(new Map(jobs), context, (name, fault) =>
    process.stderr.write(`job ${name}: ${String(fault)}\n`),
  );
}
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${url}\n`);
