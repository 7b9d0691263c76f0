import type { Generated } from 'kysely';

/** Bigrams of everything by which a good is found as text. */
export interface GoodsSearchTable {
  goods_id: number;
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

/** One reading of a term's pinyin initials. */
export interface SearchInitialsTable {
  term_id: number;
  initials: string;
}
