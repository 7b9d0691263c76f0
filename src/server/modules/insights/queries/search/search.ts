import type { SearchGroup } from '#generated/schemas.ts';
import type { Db } from '../../../../kernel/db/schema.ts';
import { searchGoods } from './goods.ts';
import { searchMembers } from './members.ts';
import { searchOrders } from './orders.ts';
import { searchPages } from './pages.ts';
import { wordOf } from './word.ts';

/** What staff find by one word, by kind; kinds of which nothing is found are left out. */
export async function searchAll(db: Db, keywords: string, now: number): Promise<SearchGroup[]> {
  const word = wordOf(keywords);
  if (word === '') return [];
  const groups = [
    { name: '页面', items: searchPages(word) },
    { name: '订单', items: await searchOrders(db, word) },
    { name: '会员', items: await searchMembers(db, word, now) },
    { name: '商品', items: await searchGoods(db, word) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}
