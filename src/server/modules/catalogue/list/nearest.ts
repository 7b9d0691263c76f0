import { sql } from 'kysely';
import type { Link } from '#generated/schemas.ts';
import { likeness, typosIn } from '#shop/domain/typos.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { bigrams, isLetters, likePattern, normalise, wordsOf } from '../../../kernel/text/search-text.ts';
import { readingsOf } from '../../goods/index.ts';

const searchPage = pageLink('search_index');

/** Names that are offered at most. */
const MAX = 8;

/** Terms that are compared at most, the best sold first. */
const COMPARED = 2000;

/** Words and letters of a word that are looked at: nobody types a name that is longer. */
const WORDS = 5;
const LETTERS = 40;

/** Names less like the words than this are no help. */
const LEAST = 0.3;

interface Candidate {
  text: string;
  sales: number;
  letters: string | null;
}

/**
 * Links to searches for the names nearest to words that nothing was found for: names that share pairs of characters with
 * them, and names that sound alike or are typed alike in pinyin, with a typo or two. The nearest first, then the best
 * sold.
 */
export async function nearestNames(
  db: Db,
  keywords: string,
  type: 'goods' | 'maker' | undefined,
): Promise<Link[]> {
  const kind = type ?? 'goods';
  const likenessOf = new Map<string, Candidate & { score: number }>();
  for (const word of wordsOf(keywords).slice(0, WORDS)) {
    const searchWord = searchWordOf(word.slice(0, LETTERS));
    for (const candidate of await candidatesOf(db, searchWord, kind)) {
      const score = nearness(searchWord, candidate);
      const before = likenessOf.get(candidate.text)?.score ?? LEAST;
      if (score >= before) likenessOf.set(candidate.text, { ...candidate, score });
    }
  }
  return [...likenessOf.values()]
    .sort((one, other) => other.score - one.score || other.sales - one.sales)
    .slice(0, MAX)
    .map(({ text }) => ({ text, url: searchPage({ keywords: text, ...(type === 'maker' && { type }) }) }));
}

/** What is compared of a word; made once, since it is held against many names. */
interface SearchWord {
  pairs: string[];
  /** What it is typed like: its pinyin where it is in characters. */
  typed: string;
}

const searchWordOf = (word: string): SearchWord => ({
  pairs: bigrams(word),
  typed: (isLetters(word) ? word : (readingsOf(word).at(-1) ?? '')).slice(0, LETTERS),
});

/** Terms that share a pair of characters with the word, and those whose pinyin begins with its first or second letter. */
async function candidatesOf(db: Db, { pairs, typed }: SearchWord, kind: string): Promise<Candidate[]> {
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

/** From 0 to 1. A typo in three letters, or two in six, are what hands do; more is another word. */
function nearness({ pairs, typed }: SearchWord, { text, letters }: Candidate): number {
  if (letters === null) return likeness(pairs, bigrams(normalise(text)));
  const most = Math.min(2, Math.floor(typed.length / 3));
  if (letters.length < typed.length - most) return 0;
  const typos = typosIn(typed, letters);
  return typos > most ? 0 : 1 - typos / typed.length;
}
