import { sql } from 'kysely';
import type { Suggestion } from '#generated/schemas.ts';
import type { Db } from '../../db/schema.ts';
import { isLetters, likePattern, normalise } from '../search-text.ts';
import { contains, readAs } from './search.ts';

const MOST = 10;

/**
 * What the search box offers while somebody types: names of goods, or makers, best sold first. It reads the terms,
 * not the goods, so it is as quick at 100,000 goods as at 1,000.
 */
export async function suggest(db: Db, keywords: string, kind: 'goods' | 'maker'): Promise<Suggestion[]> {
  const word = normalise(keywords);
  if (word === '') return [];
  const found = isLetters(word) ? sql`(${readAs(word)} OR ${contains(word)})` : contains(word);
  const numbered = /\d{6,}$/.test(word) && kind === 'goods' ? await namesByNumber(db, word) : [];
  const byNumber = numbered.length > 0 ? sql` OR text = ANY(${numbered}::text[])` : sql``;
  const { rows } = await sql<Suggestion>`
    SELECT id, text, kind, goods_total AS count FROM search_terms
    WHERE kind = ${kind} AND (${found}${byNumber})
    ORDER BY starts_with(text, ${keywords.trim()}) DESC, sales DESC, id LIMIT ${MOST}`.execute(db);
  return rows;
}

/** The names of goods whose barcode or approval number begins with what was typed. */
async function namesByNumber(db: Db, word: string): Promise<string[]> {
  const number = word.toUpperCase();
  const rows = await db
    .selectFrom('goods')
    .select('name')
    .distinct()
    .where((eb) =>
      eb.or([
        eb('barcode', 'like', likePattern(number, true)),
        eb('approval_number', 'like', likePattern(number, true)),
        eb('approval_number', 'like', likePattern(`国药准字${number}`, true)),
        eb('code', '=', number),
      ]),
    )
    .limit(MOST)
    .execute();
  return rows.map(({ name }) => name);
}
