import { sql } from 'kysely';
import type { Link } from '#generated/schemas.ts';
import { likeness, slipsFrom } from '#shop/domain/slips.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { bigrams, isLetters, likePattern, normalise, wordsOf } from '../../../kernel/text/search-text.ts';
import { readingsOf } from '../../goods/index.ts';

const searchPage = pageLink('search_index');

/** Names that are offered at most. */
const MAX = 8;

/** Terms that are compared at most, the best sold first. */
const COMPARED = 2000;

/** Names less like the words than this are no help. */
const LEAST = 0.3;

interface Candidate {
  text: string;
  sales: number;
  letters: string | null;
}

/**
 * Links to searches for the names nearest to words that nothing was found for: names that share pairs of characters with
 * them, and names that sound alike or are typed alike in pinyin, with a slip or two. The nearest first, then the best
 * sold.
 */
export async function nearestNames(
  db: Db,
  keywords: string,
  type: 'goods' | 'maker' | undefined,
): Promise<Link[]> {
  const kind = type ?? 'goods';
  const likenessOf = new Map<string, Candidate & { score: number }>();
  for (const word of wordsOf(keywords)) {
    for (const candidate of await candidatesOf(db, word, kind)) {
      const score = nearness(word, candidate);
      const before = likenessOf.get(candidate.text)?.score ?? LEAST;
      if (score >= before) likenessOf.set(candidate.text, { ...candidate, score });
    }
  }
  return [...likenessOf.values()]
    .sort((one, other) => other.score - one.score || other.sales - one.sales)
    .slice(0, MAX)
    .map(({ text }) => ({ text, url: searchPage({ keywords: text, ...(type === 'maker' && { type }) }) }));
}

/** What the word is typed like: its pinyin where it is in characters. */
const typedOf = (word: string): string => (isLetters(word) ? word : (readingsOf(word).at(-1) ?? ''));

/** Terms that share a pair of characters with the word, and those whose pinyin begins with its first or second letter. */
async function candidatesOf(db: Db, word: string, kind: string): Promise<Candidate[]> {
  const typed = typedOf(word);
  const pairs = bigrams(word);
  const { rows } = await sql<Candidate>`
    SELECT text, sales, NULL AS letters FROM search_terms
    WHERE kind = ${kind} AND goods_total > 0 AND bigrams && ${pairs}::text[]
    UNION ALL
    SELECT text, sales, letters FROM search_readings JOIN search_terms ON search_terms.id = term_id
    WHERE kind = ${kind} AND goods_total > 0 AND ${typed.length > 2}
      AND (letters LIKE ${likePattern(typed.slice(0, 1), true)} OR letters LIKE ${likePattern(typed.slice(1, 2), true)})
    ORDER BY sales DESC LIMIT ${COMPARED}`.execute(db);
  return rows;
}

/** From 0 to 1. A slip in three letters, or two in six, are what hands do; more is another word. */
function nearness(word: string, { text, letters }: Candidate): number {
  if (letters === null) return likeness(bigrams(word), bigrams(normalise(text)));
  const typed = typedOf(word);
  const slips = slipsFrom(typed, letters);
  return slips > Math.min(2, Math.floor(typed.length / 3)) ? 0 : 1 - slips / typed.length;
}
