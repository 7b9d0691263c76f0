import { toFen } from '#shop/domain/money.ts';

/** What goods are counted by. */
export type Dimension =
  | 'category'
  | 'maker'
  | 'origin'
  | 'grade'
  | 'standard'
  | 'device_class'
  | 'form'
  | 'stock'
  | 'expiry'
  | 'price';

/** How many goods have each value, the most frequent first. */
export type Values = ReadonlyMap<string, number>;

/** Where the values of expiry and price begin and end. */
export interface Limits {
  now: number;
  /** `YYYY-MM-DD`; what expires up to then is near its expiry. */
  nearBefore: string;
  /** Limits of the ranges of prices, in yuan, rising. */
  priceSteps: readonly number[];
}

/** How many goods there are, and how many of them have each value of a dimension. */
export interface Counts {
  total: number;
  of: (dimension: Dimension) => Values;
}

/** Where a bucket begins, in fen; the first begins before. */
export const priceBounds = (steps: readonly number[]): number[] =>
  steps.map(toFen).flatMap((step) => [step, step + 1]);
