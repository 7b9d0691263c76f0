import { sql } from 'kysely';
import type { SearchGroup } from '#generated/schemas.ts';
import type { Db } from '../../../../kernel/db/schema.ts';
import { pageLink } from '../../../../kernel/pages/page-link.ts';
import { isLetters, likePattern } from '../../../../kernel/text/search-text.ts';
import { MOST_COMPARED, MOST_FOUND, occursIn } from './word.ts';

const goodsPage = pageLink('ops_goods_edit');

/** Goods by a part of the name, by the beginning of the code, and those on sale by pinyin; the best sold first. */
export async function searchGoods(db: Db, word: string): Promise<SearchGroup['items']> {
  const read = sql`UNION (SELECT goods.id FROM search_readings
    JOIN search_terms ON search_terms.id = term_id AND search_terms.kind = 'goods'
    JOIN goods ON goods.name = search_terms.text
    WHERE letters LIKE ${likePattern(word, true)} LIMIT ${MOST_COMPARED})`;
  const candidates = sql<number>`
    (SELECT id FROM goods WHERE ${occursIn(word, 'name')} LIMIT ${MOST_COMPARED})
    UNION (SELECT id FROM goods WHERE code LIKE ${likePattern(word.toUpperCase(), true)} LIMIT ${MOST_COMPARED})
    ${isLetters(word) ? read : sql``}`;
  const rows = await db
    .selectFrom('goods')
    .innerJoin('makers', 'makers.id', 'goods.maker_id')
    .where('goods.id', 'in', sql<number>`(${candidates})`)
    .select(['goods.id', 'goods.code', 'goods.name', 'goods.spec', 'goods.on_sale', 'makers.name as maker'])
    .orderBy(sql`starts_with(lower(goods.name), ${word})`, 'desc')
    .orderBy('goods.on_sale', 'desc')
    .orderBy('goods.sales', 'desc')
    .orderBy('goods.id')
    .limit(MOST_FOUND)
    .execute();
  return rows.map(({ id, code, name, spec, on_sale: onSale, maker }) => ({
    text: name,
    note: [code, spec, maker, ...(onSale ? [] : ['已下架'])].join(' · '),
    to: goodsPage({ id: String(id) }),
  }));
}
