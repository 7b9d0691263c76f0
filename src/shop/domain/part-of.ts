/**
 * The part of a frozen amount that belongs to some of its units: by what was taken before and after, floored, so that
 * parts that are taken one after another add up to the whole, to the fen.
 * @param whole the amount of all units (fen ≥ 0)
 * @param quantity all units
 * @param taken units taken before
 * @param more units taken now
 * @throws RangeError when more is taken than there is
 */
export function partOf(whole: number, quantity: number, taken: number, more: number): number {
  if (taken < 0 || more < 0 || taken + more > quantity) {
    throw new RangeError(`${taken} + ${more} of ${quantity} units`);
  }
  const upTo = (units: number) => Number((BigInt(whole) * BigInt(units)) / BigInt(quantity));
  return upTo(taken + more) - upTo(taken);
}
