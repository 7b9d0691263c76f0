import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/schema.ts';
import { grams, normalise } from '../../../kernel/text/search-text.ts';
import { readingsOf } from '../rules/pinyin.ts';

interface TermRow {
  kind: string;
  text: string;
  /** Generic names of the goods with this name. */
  synonyms: string;
  goods_total: number;
  sales: number;
}

/**
 * Rebuilds the search terms after names, makers or specs changed: the number of goods of each, and its readings. There
 * are only a few thousand terms at 100,000 goods, so all are rebuilt.
 */
export async function refreshTerms(db: Db): Promise<void> {
  const terms = await sql<TermRow>`
    SELECT 'goods' AS kind, name AS text, string_agg(DISTINCT generic_name, ' ') AS synonyms,
      count(*) AS goods_total, sum(sales) AS sales
    FROM goods WHERE on_sale GROUP BY name
    UNION ALL
    SELECT 'maker', makers.name, '', count(*), sum(sales)
    FROM goods JOIN makers ON makers.id = goods.maker_id WHERE on_sale GROUP BY makers.name
    UNION ALL
    SELECT 'spec', spec, '', count(*), sum(sales) FROM goods WHERE on_sale GROUP BY spec`.execute(db);
  const rows = terms.rows.map(({ kind, text, synonyms, goods_total, sales }) => {
    const [own, other] = [normalise(text), normalise(synonyms)];
    const content = own.includes(other) ? own : `${own}\n${other}`;
    return { kind, text, goods_total, sales, content, bigrams: content.split('\n').flatMap(grams) };
  });
  await sql`DELETE FROM search_terms WHERE (kind, text) NOT IN
    (SELECT kind, text FROM json_populate_recordset(NULL::search_terms, ${JSON.stringify(rows)}))`.execute(
    db,
  );
  const written = await sql<{ id: number; kind: string; text: string }>`
    INSERT INTO search_terms (kind, text, goods_total, sales, content, bigrams)
    SELECT kind, text, goods_total, sales, content, bigrams
    FROM json_populate_recordset(NULL::search_terms, ${JSON.stringify(rows)})
    ON CONFLICT (kind, text) DO UPDATE SET goods_total = excluded.goods_total, sales = excluded.sales,
      content = excluded.content, bigrams = excluded.bigrams
    RETURNING id, kind, text`.execute(db);
  const readings = written.rows
    .filter(({ kind }) => kind !== 'spec')
    .flatMap(({ id, text }) => readingsOf(text).map((letters) => ({ term_id: id, letters })));
  await sql`
    INSERT INTO search_readings (term_id, letters)
    SELECT term_id, letters FROM json_populate_recordset(NULL::search_readings, ${JSON.stringify(readings)})
    ON CONFLICT DO NOTHING`.execute(db);
}
