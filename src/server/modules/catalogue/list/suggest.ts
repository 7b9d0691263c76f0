import { sql } from 'kysely';
import type { Suggestion } from '#generated/schemas.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { normalise } from '../../../kernel/text/search-text.ts';
import { findByNumber, termCondition } from './search.ts';

const MAX = 10;

/**
 * Suggestions of the search box: names of goods, or makers, best sold first. It queries the terms, not the goods, so it
 * is as quick at 100,000 goods as at 1,000.
 */
export async function suggest(db: Db, keywords: string, kind: 'goods' | 'maker'): Promise<Suggestion[]> {
  const word = normalise(keywords);
  if (word === '') return [];
  const numbered = kind === 'goods' ? (await findByNumber(db, word)).map(({ name }) => name) : [];
  const { rows } = await sql<Suggestion>`
    SELECT id, text, kind, goods_total AS count FROM search_terms
    WHERE kind = ${kind} AND (${termCondition(word)} OR text = ANY(${numbered}::text[]))
    ORDER BY starts_with(text, ${keywords.trim()}) DESC, sales DESC, id LIMIT ${MAX}`.execute(db);
  return rows;
}
