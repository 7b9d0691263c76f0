import { type RawBuilder, sql } from 'kysely';
import { bigrams, isLetters, likePattern } from '../search-text.ts';

type Ids = RawBuilder<unknown>;

/**
 * A query for the ids of goods that one word finds. Every branch goes through an index of its own; joined by UNION
 * rather than OR, which would make PostgreSQL read all goods.
 */
export function goodsFoundBy(word: string, type: 'goods' | 'maker' | undefined): Ids {
  if (type === 'maker') return ofMakers(word);
  const branches: Ids[] = [];
  const pairs = bigrams(word);
  if (pairs.length > 0) {
    branches.push(sql`SELECT goods_id FROM goods_search
      WHERE bigrams @> ${pairs}::text[] AND content LIKE ${likePattern(word)}`);
  } else {
    branches.push(ofNames(sql`search_terms.bigrams @> ${[word]}::text[]`), ofMakers(word));
  }
  if (isLetters(word)) branches.push(ofNames(readAs(word)), ofMakers(word));
  if (/^\d{6,}$/.test(word)) {
    branches.push(sql`SELECT id FROM goods WHERE barcode LIKE ${likePattern(word, true)}`);
  }
  if (/^[a-z]{1,3}\d{4,}$/.test(word)) {
    branches.push(sql`SELECT id FROM goods WHERE code = ${word.toUpperCase()}`);
    branches.push(sql`SELECT id FROM goods WHERE approval_number = ${`国药准字${word.toUpperCase()}`}`);
  }
  return sql.join(branches, sql` UNION `);
}

/** The condition on a term that one of its readings begins with these letters. */
export function readAs(letters: string): RawBuilder<boolean> {
  return sql`search_terms.id IN (SELECT term_id FROM search_readings WHERE letters LIKE ${likePattern(letters, true)})`;
}

/** The condition on a term that it contains this word. */
export function contains(word: string): RawBuilder<boolean> {
  const parts = bigrams(word);
  return sql`search_terms.bigrams @> ${parts.length > 0 ? parts : [word]}::text[]`;
}

function ofNames(condition: RawBuilder<unknown>): Ids {
  return sql`SELECT goods.id FROM goods JOIN search_terms ON search_terms.text = goods.name
    WHERE search_terms.kind = 'goods' AND ${condition}`;
}

function ofMakers(word: string): Ids {
  const condition = isLetters(word) ? sql`(${contains(word)} OR ${readAs(word)})` : contains(word);
  return sql`SELECT goods.id FROM goods JOIN makers ON makers.id = goods.maker_id
    JOIN search_terms ON search_terms.text = makers.name WHERE search_terms.kind = 'maker' AND ${condition}`;
}
