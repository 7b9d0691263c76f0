import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import { readingsOf } from './pinyin.ts';
import { bigrams, grams, normalise } from './search-text.ts';

/** Goods a statement, as in `indexGoods`; keeps one parameter to some MB. */
const CHUNK = 2000;

/** Makes goods findable again after their names, makers, specs or numbers changed. */
export async function indexGoods(db: Db, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += CHUNK) {
    const goods = await db
      .selectFrom('goods')
      .innerJoin('makers', 'makers.id', 'goods.maker_id')
      .select(['goods.id', 'goods.name', 'generic_name', 'makers.name as maker', 'spec', 'approval_number'])
      .where('goods.id', 'in', ids.slice(from, from + CHUNK))
      .execute();
    const rows = goods.map(({ id, ...fields }) => {
      const lines = [...new Set(Object.values(fields).map(normalise))];
      return { goods_id: id, content: lines.join('\n'), bigrams: [...new Set(lines.flatMap(bigrams))] };
    });
    await sql`
      INSERT INTO goods_search (goods_id, content, bigrams)
      SELECT goods_id, content, bigrams FROM json_populate_recordset(NULL::goods_search, ${JSON.stringify(rows)})
      ON CONFLICT (goods_id) DO UPDATE SET content = excluded.content, bigrams = excluded.bigrams`.execute(
      db,
    );
  }
}

/**
 * Counts again how many goods bear each name and come from each maker, and learns the readings of new ones.
 * A few thousand terms even at 100,000 goods, so it is done as a whole.
 */
export async function refreshTerms(db: Db): Promise<void> {
  const terms = await sql<{ kind: string; text: string; goods_total: number; sales: number }>`
    SELECT 'goods' AS kind, name AS text, count(*) AS goods_total, sum(sales) AS sales
    FROM goods WHERE on_sale GROUP BY name
    UNION ALL
    SELECT 'maker', makers.name, count(*), sum(sales)
    FROM goods JOIN makers ON makers.id = goods.maker_id WHERE on_sale GROUP BY makers.name`.execute(db);
  const rows = terms.rows.map((term) => ({ ...term, bigrams: grams(normalise(term.text)) }));
  await sql`DELETE FROM search_terms WHERE (kind, text) NOT IN
    (SELECT kind, text FROM json_populate_recordset(NULL::search_terms, ${JSON.stringify(rows)}))`.execute(
    db,
  );
  const written = await sql<{ id: number; text: string }>`
    INSERT INTO search_terms (kind, text, goods_total, sales, bigrams)
    SELECT kind, text, goods_total, sales, bigrams
    FROM json_populate_recordset(NULL::search_terms, ${JSON.stringify(rows)})
    ON CONFLICT (kind, text) DO UPDATE SET goods_total = excluded.goods_total, sales = excluded.sales
    RETURNING id, text`.execute(db);
  const readings = written.rows.flatMap(({ id, text }) =>
    readingsOf(text).map((letters) => ({ term_id: id, letters })),
  );
  await sql`
    INSERT INTO search_readings (term_id, letters)
    SELECT term_id, letters FROM json_populate_recordset(NULL::search_readings, ${JSON.stringify(readings)})
    ON CONFLICT DO NOTHING`.execute(db);
}
