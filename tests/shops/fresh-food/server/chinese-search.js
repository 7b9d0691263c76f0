import { SqliteSearchStrategy } from '@vendure/core';

/** Vendure leaves terms of two letters out of a search; two letters of Chinese are a word, and one may be. */
export class ChineseSearch extends SqliteSearchStrategy {
  minTermLength = 0;
}
