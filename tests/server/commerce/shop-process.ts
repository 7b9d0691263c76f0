import { join } from 'node:path';
import { loadRoutes } from '#server/api/load-routes.ts';
import { createApp } from '#server/app.ts';
import { migrate } from '#server/db/migrate.ts';
import { openStore } from '#server/db/open.ts';
import { folderStorage } from '#server/uploads/storage.ts';
import { makeMembers } from '../support/members.ts';
import { shopRegistry } from '../support/registry.ts';
import { START } from '../support/store.ts';
import { giveMoney } from './buyer.ts';
import { makeGoods, makeShelf } from './shelf.ts';

/**
 * A process that serves the API over HTTP from the folder named on its command line, with two goods on the shelf and
 * money in the wallet, and prints its port. It goes on until it is killed.
 */
const [folder = ''] = process.argv.slice(2);
const store = await openStore({ folder });
await migrate(store.db);
if (!(await store.db.selectFrom('members').select('id').executeTakeFirst())) {
  await makeMembers(store.db, START);
  await makeShelf(store.db);
  await makeGoods(store.db, { price: 10, stock: 5000 });
  await makeGoods(store.db, { price: 20, stock: 5000 });
  await giveMoney(store.db, 'demo', 1_000_000);
}
const registry = await shopRegistry();
const app = await createApp({
  registry,
  routes: await loadRoutes(),
  db: store.db,
  listen: store.listen,
  uploads: folderStorage(join(folder, 'uploads')),
  now: () => START,
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${url}\n`);
