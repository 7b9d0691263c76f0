import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/schema.ts';
import { workOffNoted } from '../../../kernel/jobs/noted.ts';

/** SQL: the name that a good is ranked by. */
const NAME = sql<string>`coalesce(nullif(generic_name, ''), name)`;

/**
 * Ranks every good on sale among those of its generic name, the best-selling first; goods in stock are ranked apart
 * from the others. The default order of lists takes the first of every name, then the second of every name and so on,
 * so that twenty packs of one medicine do not fill a page. A stored rank lets an index deliver that order, and it stays
 * the same from page to page. Only names of which something was noted are ranked again, and only what changed is written.
 */
export async function refreshNameRanks(db: Db): Promise<void> {
  await workOffNoted(db, 'rank_notes', async (trx, noted) => {
    const names = [...new Set(noted.map(({ name }) => name))];
    await sql`
      UPDATE goods SET name_rank = ranked.rank FROM (
        SELECT id, row_number() OVER (PARTITION BY ${NAME}, in_stock ORDER BY sales DESC, id) AS rank
        FROM goods WHERE on_sale AND ${NAME} = ANY(${names}::text[])
      ) AS ranked
      WHERE ranked.id = goods.id AND ranked.rank <> goods.name_rank`.execute(trx);
  });
}

/** Ranks the goods of all names, whether something was noted of them or not. */
export async function rankAllNames(db: Db): Promise<void> {
  await sql`INSERT INTO rank_notes (name) SELECT DISTINCT ${NAME} FROM goods WHERE on_sale`.execute(db);
  await refreshNameRanks(db);
}
