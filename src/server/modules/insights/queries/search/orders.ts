import { sql } from 'kysely';
import type { SearchGroup } from '#generated/schemas.ts';
import { orderStateText } from '#shop/domain/order-state.ts';
import type { Db } from '../../../../kernel/db/schema.ts';
import { pageLink } from '../../../../kernel/pages/page-link.ts';
import { likePattern } from '../../../../kernel/text/search-text.ts';
import { MOST_COMPARED, MOST_FOUND } from './word.ts';

const orderPage = pageLink('ops_order_info');

/** Fewer digits are the end of too many numbers. */
const NUMBER = /^[a-z0-9-]{4,}$/;

/** Orders whose number begins or ends with the word, the newest first. */
export async function searchOrders(db: Db, word: string): Promise<SearchGroup['items']> {
  if (!NUMBER.test(word)) return [];
  const number = word.toUpperCase();
  const start = likePattern(number, true);
  const end = likePattern(Array.from(number).toReversed().join(''), true);
  const candidates = sql<number>`(SELECT id FROM orders WHERE no LIKE ${start} LIMIT ${MOST_COMPARED})
    UNION (SELECT id FROM orders WHERE reverse(no) LIKE ${end} LIMIT ${MOST_COMPARED})`;
  const rows = await db
    .selectFrom('orders')
    .innerJoin('companies', 'companies.id', 'orders.company_id')
    .where('orders.id', 'in', sql<number>`(${candidates})`)
    .select(['orders.id', 'orders.no', 'orders.status', 'orders.kind', 'companies.name as company'])
    .orderBy('orders.id', 'desc')
    .limit(MOST_FOUND)
    .execute();
  return rows.map(({ id, no, status, kind, company }) => ({
    text: no,
    note: `${company} · ${orderStateText(status, kind)}`,
    to: orderPage({ id }),
  }));
}
