export interface QuantityBounds {
  min: number;
  /** The value is a multiple of this. */
  step: number;
  /** Absent: no upper bound. */
  max?: number | undefined;
}

/**
 * The nearest quantity that may be chosen: a multiple of `step`, at least `min`, at most `max`. A number between two
 * multiples goes up, since packs are not opened; where nothing fits under `max`, the smallest possible one.
 */
export function nearestQuantity(quantity: number, { min, step, max }: QuantityBounds): number {
  const up = (value: number) => Math.ceil(value / step) * step;
  const lowest = Math.max(up(min), step);
  const highest = max === undefined ? Number.MAX_SAFE_INTEGER : Math.floor(max / step) * step;
  if (!Number.isFinite(quantity)) return lowest;
  return Math.max(lowest, Math.min(up(quantity), highest));
}
