/** One receiver of a part: `key` names it (a line id), `weight` is what the part is in proportion to. */
export interface Share {
  key: number;
  weight: number;
}

/**
 * Spreads a whole amount over receivers in proportion to their weights, by largest remainder: the parts are integers
 * and add up to the whole, and no part exceeds its weight while the whole does not exceed the sum of weights.
 * Equal remainders go to the smaller key, so that the order in which receivers are given does not matter.
 * @param total integer ≥ 0 (fen)
 * @throws RangeError when there is something to spread and nobody to receive it.
 */
export function spread(total: number, shares: readonly Share[]): Map<number, number> {
  const weightSum = shares.reduce((sum, share) => sum + share.weight, 0);
  if (total === 0) return new Map(shares.map((share) => [share.key, 0]));
  if (weightSum <= 0) throw new RangeError(`nobody to receive ${total}`);
  // total × weight passes 2^53 for large orders, so the division is done in BigInt.
  const parts = shares.map(({ key, weight }) => {
    const product = BigInt(total) * BigInt(weight);
    const whole = BigInt(weightSum);
    return { key, part: Number(product / whole), rest: product % whole };
  });
  const left = total - parts.reduce((sum, { part }) => sum + part, 0);
  const byRemainder = parts.toSorted((a, b) =>
    a.rest === b.rest ? a.key - b.key : a.rest > b.rest ? -1 : 1,
  );
  for (const receiver of byRemainder.slice(0, left)) receiver.part += 1;
  return new Map(parts.map(({ key, part }) => [key, part]));
}
