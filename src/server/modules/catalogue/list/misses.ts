import { sql } from 'kysely';
import { formatDate } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { normalise } from '../../../kernel/text/search-text.ts';

/** Different words that a day keeps; what is typed beyond them is not told apart from noise. */
const WORDS_A_DAY = 1000;
const LENGTH = 40;

/** Counts a search that found nothing, for staff who decide what the shop should have. */
export async function countMiss(db: Db, keywords: string, now: number): Promise<void> {
  const word = normalise(keywords).trim().slice(0, LENGTH);
  if (word === '') return;
  const day = formatDate(now);
  await sql`
    INSERT INTO search_misses (day, word)
    SELECT ${day}, ${word} WHERE (SELECT count(*) FROM search_misses WHERE day = ${day}) < ${WORDS_A_DAY}
      OR EXISTS (SELECT 1 FROM search_misses WHERE day = ${day} AND word = ${word})
    ON CONFLICT (day, word) DO UPDATE SET number = search_misses.number + 1`.execute(db);
}
