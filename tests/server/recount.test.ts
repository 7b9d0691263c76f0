import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '#server/kernel/db/migrate.ts';
import { openStore, type Store } from '#server/kernel/db/open.ts';
import { makeMembers } from './support/members.ts';
import { bindShopPages } from './support/pages.ts';
import { createTestDatabase } from './support/postgres.ts';
import { makeGoods, makeShelf } from './support/shelf.ts';
import { START } from './support/store.ts';

const COMMAND = new URL('../../src/server/recount.ts', import.meta.url).pathname;

async function prepare({ db }: Store): Promise<void> {
  await bindShopPages();
  await migrate(db);
  await makeMembers(db, START);
  await makeShelf(db);
}

it('counts anew what was written past the triggers, says how much was wrong, and finds it right afterwards', async () => {
  const { url, drop } = await createTestDatabase(prepare);
  const store = await openStore({ url });
  onTestFinished(async () => {
    await store.close();
    await drop();
  });
  const recount = async () => {
    const env = { ...process.env, DATABASE_URL: url };
    return (await promisify(execFile)(process.execPath, [COMMAND], { env })).stdout.trim();
  };
  const id = await makeGoods(store.db, { price: 1, stock: 9 });
  await recount();
  await store.db.updateTable('goods').set({ units_sold: 7 }).where('id', '=', id).execute();
  await store.db.updateTable('stock_totals').set({ on_sale: 0 }).execute();
  expect(await recount()).toBe('销量更正 1 个商品,缺货数已更正,排序已重算');
  expect(await recount()).toBe('销量更正 0 个商品,缺货数相符,排序已重算');
});
