import type { Generated } from 'kysely';

/** A name, a maker or a spec, once, however many goods bear it: this is what searches and suggestions look in. */
export interface SearchTermsTable {
  id: Generated<number>;
  kind: 'goods' | 'maker' | 'spec';
  text: string;
  goods_total: number;
  sales: number;
  /** Normalised, with the generic names of a name: bigrams find candidates, this decides. */
  content: string;
  bigrams: string[];
}

/** One way to type a term in letters: the initials of a reading, or its pinyin in full. */
export interface SearchReadingsTable {
  term_id: number;
  letters: string;
}
