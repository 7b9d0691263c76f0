import { Client } from 'pg';
import { migrate } from '#server/kernel/db/migrate.ts';
import { openStore } from '#server/kernel/db/open.ts';
import { rankAllNames, recountSold } from '#server/modules/goods/index.ts';
import { recountStock } from '#server/modules/insights/index.ts';
import { seed } from '#server/seed/index.ts';
import type { ShopSize } from '../../bench/growth/costs.ts';
import { seedHistory } from './history/seed-history.ts';

/** Buyers of the demo data itself. */
const DEMO_BUYERS = 50;

/** Fills an empty database with a shop of this size. */
export async function seedShop(
  url: string,
  { goods, members, orders }: ShopSize,
  now: number,
): Promise<void> {
  const store = await openStore({ url, connections: 2 });
  try {
    await migrate(store.db);
    await store.db.transaction().execute((trx) => seed(trx, { now, goods, buyers: DEMO_BUYERS }));
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await seedHistory(client, { members: Math.max(0, members - DEMO_BUYERS), orders, now });
      // The history is written without triggers: its sums are counted as `npm run recount` does.
      await recountSold(store.db, now);
      await recountStock(store.db);
      await rankAllNames(store.db);
      await client.query('VACUUM ANALYZE goods');
    } finally {
      await client.end();
    }
  } finally {
    await store.close();
  }
}
