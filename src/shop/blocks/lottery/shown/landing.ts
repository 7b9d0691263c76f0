/** Milliseconds between two positions at full speed. */
export const PACE = 90;

/** How much longer the last pause is than the first. */
const SLOWING = 4;

/**
 * The pauses (ms) before each step of a light that runs from position `from` over `count` positions and stands still on
 * `target` after about `time`: it slows down evenly. At least once around, so that it never seems to know.
 */
export function landing(
  from: number,
  target: number,
  { count, time }: { count: number; time: number },
): number[] {
  const natural = Math.max(count, Math.round(time / (PACE * ((1 + SLOWING) / 2))));
  const steps = natural + ((((target - from - natural) % count) + count) % count);
  const weights = Array.from(
    { length: steps },
    (_, step) => 1 + ((SLOWING - 1) * step) / Math.max(1, steps - 1),
  );
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (weight * time) / whole);
}
