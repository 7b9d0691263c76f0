import { type RawBuilder, sql } from 'kysely';
import { cachedFor } from '../../../kernel/db/cache.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { bigrams, isLetters, likePattern } from '../../../kernel/text/search-text.ts';
import type { Condition } from './condition.ts';

/** What one search word matches: a good is found by any of these. */
export interface WordMatch {
  names: string[];
  makers: number[];
  specs: string[];
  /** Goods found by a number: bar code, code, approval number. */
  ids: number[];
}

/** How long matches are cached: terms hardly change, and every page of a result looks up the same words. */
const CACHE_SECONDS = 30;

/** Most goods found by a number: its first digits may be those of every good. */
const MAX_BY_NUMBER = 1000;

/**
 * Looks a word up among the terms (names, makers, specs) and the numbers. Goods are then found by equality, which
 * PostgreSQL estimates well and finds by index, however many goods share a term.
 */
export function matchWord(
  db: Db,
  word: string,
  type: 'goods' | 'maker' | undefined,
  now: number,
): Promise<WordMatch> {
  return cachedFor(db, { key: `word ${type ?? ''} ${word}`, seconds: CACHE_SECONDS, now }, async () => {
    const kinds = type === 'maker' ? ['maker'] : ['goods', 'maker', 'spec'];
    const { rows } = await sql<{ kind: string; text: string; maker_id: number | null }>`
      SELECT kind, text, makers.id AS maker_id FROM search_terms
      LEFT JOIN makers ON kind = 'maker' AND makers.name = text
      WHERE kind = ANY(${kinds}::text[]) AND ${termCondition(word)}`.execute(db);
    const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ text }) => text);
    return {
      names: of('goods'),
      makers: rows.flatMap(({ maker_id }) => maker_id ?? []),
      specs: of('spec'),
      ids: type === 'maker' ? [] : (await findByNumber(db, word)).map(({ id }) => id),
    };
  });
}

/** The good is one of those that the word matches. */
export const isMatched = ({ names, makers, specs, ids }: WordMatch): Condition => ({
  any: [
    ...(names.length > 0 ? [{ column: 'name', in: names } as const] : []),
    ...(makers.length > 0 ? [{ column: 'maker_id', in: makers } as const] : []),
    ...(specs.length > 0 ? [{ column: 'spec', in: specs } as const] : []),
    ...(ids.length > 0 ? [{ column: 'id', in: ids } as const] : []),
  ],
});

/** SQL condition on `search_terms`: the word occurs in the term, or one of its readings begins with it. */
export function termCondition(word: string): RawBuilder<unknown> {
  const pairs = bigrams(word);
  const textual = sql`(search_terms.bigrams @> ${pairs.length > 0 ? pairs : [word]}::text[]
    AND search_terms.content LIKE ${likePattern(word)})`;
  if (!isLetters(word)) return textual;
  return sql`(${textual} OR search_terms.id IN (
    SELECT term_id FROM search_readings WHERE letters LIKE ${likePattern(word, true)}))`;
}

/** Goods whose bar code or approval number begins with the word, or whose code equals it. */
export async function findByNumber(db: Db, word: string): Promise<{ id: number; name: string }[]> {
  if (!/\d{4,}$/.test(word)) return [];
  const number = word.toUpperCase();
  return db
    .selectFrom('goods')
    .select(['id', 'name'])
    .where((eb) =>
      eb.or([
        eb('barcode', 'like', likePattern(number, true)),
        eb('approval_number', 'like', likePattern(number, true)),
        eb('approval_number', 'like', likePattern(`国药准字${number}`, true)),
        eb('code', '=', number),
      ]),
    )
    .limit(MAX_BY_NUMBER)
    .execute();
}
