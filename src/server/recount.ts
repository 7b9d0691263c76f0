// Connects the modules' ports.
import './modules/index.ts';
import { rankAllNames, recountSold } from './modules/goods/index.ts';
import { forgetOrderDays, recountStock } from './modules/insights/index.ts';
import { onDatabase } from './process/on-database.ts';

/*
 * `npm run recount`: counts anew what jobs keep up to date by what changes, and says what was wrong: units sold of each good,
 * goods in stock, ranks of names; what orders of a day brought is counted when it is looked at. Exit code 2 when there is no
 * database. Money and stock have their own proof, `npm run books`.
 */
process.exitCode = await onDatabase(async (db) => {
  const wrong = await recountSold(db, Math.floor(Date.now() / 1000));
  const right = await recountStock(db);
  await rankAllNames(db);
  await forgetOrderDays(db);
  console.log(`销量更正 ${wrong} 个商品,缺货数${right ? '相符' : '已更正'},排序已重算`);
  return 0;
});
