import type { Generated } from 'kysely';

declare module '../../../kernel/db/schema.ts' {
  interface Database extends SearchTables {}
}

interface SearchTables {
  search_terms: SearchTermsTable;
  search_readings: SearchReadingsTable;
}

/** A name, a maker or a spec, once, however many goods have it: searches and suggestions query these terms. */
interface SearchTermsTable {
  id: Generated<number>;
  kind: 'goods' | 'maker' | 'spec';
  text: string;
  goods_total: number;
  sales: number;
  /** Normalised text with generic names: bigrams find candidates, this column confirms them. */
  content: string;
  bigrams: string[];
}

/** One way to type a term in letters: the initials of a reading, or its pinyin in full. */
interface SearchReadingsTable {
  term_id: number;
  letters: string;
}
