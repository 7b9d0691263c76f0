import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/schema.ts';

/**
 * Ranks every good on sale among those of its generic name, the best-selling first; goods in stock are ranked apart
 * from the others. The default order of lists takes the first of every name, then the second of every name and so on,
 * so that twenty packs of one medicine do not fill a page. A stored rank lets an index deliver that order, and it stays
 * the same from page to page; only what changed is written.
 */
export async function refreshNameRanks(db: Db): Promise<void> {
  await sql`
    UPDATE goods SET name_rank = ranked.rank FROM (
      SELECT id, row_number() OVER (
        PARTITION BY coalesce(nullif(generic_name, ''), name), in_stock ORDER BY sales DESC, id
      ) AS rank FROM goods WHERE on_sale
    ) AS ranked
    WHERE ranked.id = goods.id AND ranked.rank <> goods.name_rank`.execute(db);
}
