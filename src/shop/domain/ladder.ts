import { formatYuan } from './format.ts';

/** How a step's `number` bounds the quantity (`ladder_price_type`): 1 = up to it, 2 = from it on. */
export type LadderType = 1 | 2;

/** One step. The price's unit is the caller's (fen on the server, yuan in the browser); `null` = not to be seen. */
export interface LadderStep<Price extends number | null = number> {
  number: number;
  price: Price;
}

export interface Ladder<Price extends number | null = number> {
  type: LadderType;
  steps: readonly LadderStep<Price>[];
}

export interface LadderHint<Price extends number | null = number> {
  /** How many more units reach the next lower price. */
  more: number;
  price: Price;
}

/**
 * The ladder's price for `quantity` units, or `undefined` where the ladder says nothing and the base price stays
 * (spec §9). Up-to ladders keep their last price beyond the last bound: more never costs more.
 */
export function ladderPrice<Price extends number | null>(
  ladder: Ladder<Price>,
  quantity: number,
): Price | undefined {
  return ladderStep(ladder, quantity)?.price;
}

/** The step whose price that is. */
export function ladderStep<Step extends LadderStep<number | null>>(
  ladder: { type: LadderType; steps: readonly Step[] },
  quantity: number,
): Step | undefined {
  const steps = ascending(ladder.steps);
  return ladder.type === 1
    ? (steps.find((candidate) => quantity <= candidate.number) ?? steps.at(-1))
    : steps.findLast((candidate) => quantity >= candidate.number);
}

/** The next lower price above `quantity` and how many units are missing; `null` when there is none (spec §9). */
export function ladderHint<Price extends number | null>(
  ladder: Ladder<Price>,
  quantity: number,
  basePrice: Price,
): LadderHint<Price> | null {
  const current = ladderPrice(ladder, quantity) ?? basePrice;
  if (current === null) return null;
  for (const { from, price } of thresholds(ladder)) {
    if (from > quantity && price !== null && price < current) return { more: from - quantity, price };
  }
  return null;
}

/** The hint in words. `price` in yuan. */
export function ladderHintText(hint: LadderHint, unit: string): string {
  return `再买 ${hint.more} ${unit}，单价降至 ¥${formatYuan(hint.price)}`;
}

/** Each step with the first quantity at which it holds. */
function thresholds<Price extends number | null>(ladder: Ladder<Price>): { from: number; price: Price }[] {
  const steps = ascending(ladder.steps);
  return steps.map(({ number, price }, index) => ({
    from: ladder.type === 2 ? number : (steps[index - 1]?.number ?? 0) + 1,
    price,
  }));
}

function ascending<Step extends LadderStep<number | null>>(steps: readonly Step[]): Step[] {
  return steps.toSorted((a, b) => a.number - b.number);
}
