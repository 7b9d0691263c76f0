// Connects the modules' ports.
import './modules/index.ts';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { FolderInUse } from './kernel/db/folder-lock.ts';
import { openStore } from './kernel/db/open.ts';
import { checkBooks } from './modules/ledger/index.ts';
import { optionsFromEnvironment } from './process/options.ts';

/**
 * `npm run books`: reconciles stock, orders, money, points and vouchers on the database of the environment, and prints the
 * mismatches. Exit code 1 when there are any, 2 when there is no database.
 */
async function main(): Promise<number> {
  const { databaseUrl, dataDir } = optionsFromEnvironment(process.env);
  const folder = resolve(dataDir);
  if (!databaseUrl && !existsSync(folder)) {
    console.error(`${folder} 没有数据库`);
    return 2;
  }
  const store = await openStore(databaseUrl ? { url: databaseUrl } : { folder });
  try {
    const { breaches, units, orders, walletsFen } = await checkBooks(store.db);
    const count = Object.values(orders).reduce((sum, number) => sum + number, 0);
    const yuan = (walletsFen / 100).toFixed(2);
    console.log(
      `订单 ${count} 个,余额合计 ¥${yuan},库存 ${units.inStock}(占用 ${units.reserved}),已发出 ${units.delivered}`,
    );
    for (const breach of breaches) console.error(breach);
    console.log(breaches.length === 0 ? '账目相符' : `${breaches.length} 处不符`);
    return breaches.length === 0 ? 0 : 1;
  } finally {
    await store.close();
  }
}

try {
  process.exitCode = await main();
} catch (fault) {
  if (!(fault instanceof FolderInUse)) throw fault;
  console.error(`${fault.message}\n在后台的“对账”页可以不停机核对。`);
  process.exitCode = 2;
}
