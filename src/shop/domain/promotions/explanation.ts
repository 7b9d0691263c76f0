import type { Fen } from '../money.ts';

/** One rule that moved a line's price. */
export interface PriceStep {
  /** A kind of promotion, or level, ladder, coupon, voucher. */
  kind: string;
  label: string;
  promotionId: number | null;
  /** The unit's price after it; null where it takes a share off the line. */
  price: Fen | null;
  /** What it does to the line, in fen: below zero it makes the line cheaper. */
  amount: Fen;
}

/** One rule that could have moved it and did not, or not yet as far as it could. */
export interface Missed {
  kind: string;
  label: string;
  promotionId: number | null;
  reason: string;
}

/** How a line's price came about: `base` × `number` and the steps' amounts add up to `total`. */
export interface Explanation {
  base: Fen;
  number: number;
  steps: readonly PriceStep[];
  missed: readonly Missed[];
  total: Fen;
}

/** The explanation with further shares taken off the line; those of nothing are left out. */
export function takeOff(
  explanation: Explanation,
  shares: readonly Pick<PriceStep, 'kind' | 'label' | 'promotionId' | 'amount'>[],
): Explanation {
  const steps = shares
    .filter(({ amount }) => amount !== 0)
    .map((share) => ({ ...share, price: null, amount: -share.amount }));
  return {
    ...explanation,
    steps: [...explanation.steps, ...steps],
    total: explanation.total + steps.reduce((sum, { amount }) => sum + amount, 0),
  };
}
