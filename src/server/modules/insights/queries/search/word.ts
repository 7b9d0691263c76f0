import { type RawBuilder, sql } from 'kysely';
import { bigrams, likePattern } from '../../../../kernel/text/search-text.ts';

/** Most results of one kind. */
export const MOST_FOUND = 5;

/** Most rows of one kind that are compared: a single character occurs in a large part of all names. */
export const MOST_COMPARED = 200;

/** The word as it is compared: names keep their punctuation, so the word does as well. */
export const wordOf = (keywords: string): string => keywords.trim().toLowerCase();

/** SQL condition: the word occurs in the name, looked up by the characters and pairs that `name_grams` indexes. */
export function occursIn(word: string, column: string): RawBuilder<boolean> {
  const name = sql.ref(column);
  const pairs = bigrams(word);
  return sql<boolean>`name_grams(${name}) @> ${pairs.length > 0 ? pairs : [word]}::text[]
    AND lower(${name}) LIKE ${likePattern(word)}`;
}
