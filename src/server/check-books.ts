// Connects the modules' ports.
import './modules/index.ts';
import { checkBooks } from './modules/ledger/index.ts';
import { onDatabase } from './process/on-database.ts';

/*
 * `npm run books`: reconciles stock, orders, money, points and vouchers on the database of the environment, and prints the
 * mismatches. Exit code 1 when there are any, 2 when there is no database.
 */
process.exitCode = await onDatabase(async (db) => {
  const { breaches, units, orders, walletsFen } = await checkBooks(db);
  const count = Object.values(orders).reduce((sum, number) => sum + number, 0);
  const yuan = (walletsFen / 100).toFixed(2);
  console.log(
    `订单 ${count} 个,余额合计 ¥${yuan},库存 ${units.inStock}(占用 ${units.reserved}),已发出 ${units.delivered}`,
  );
  for (const breach of breaches) console.error(breach);
  console.log(breaches.length === 0 ? '账目相符' : `${breaches.length} 处不符`);
  return breaches.length === 0 ? 0 : 1;
}, '在后台的“对账”页可以不停机核对。');
