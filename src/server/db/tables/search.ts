import type { Generated } from 'kysely';

/** Bigrams of everything by which a good is found as text. */
export interface GoodsSearchTable {
  goods_id: number;
  /** The normalised fields, one a line; bigrams find candidates, this decides. */
  content: string;
  bigrams: string[];
}

/** A name of goods or of a maker, once, however many goods bear it: suggestions and initials live here. */
export interface SearchTermsTable {
  id: Generated<number>;
  kind: 'goods' | 'maker';
  text: string;
  goods_total: number;
  sales: number;
  bigrams: string[];
}

/** One way to type a term in letters: the initials of a reading, or its pinyin in full. */
export interface SearchReadingsTable {
  term_id: number;
  letters: string;
}
