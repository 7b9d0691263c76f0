/** Round numbers, in order, by which an axis counts; times a power of ten. Half an order is none. */
const ROUND = [1, 2, 2.5, 3, 4, 5, 10];

/** Steps of an axis that starts at 0, and the most of one that goes below it. */
const PARTS = 4;
const PARTS_BELOW = 5;

/** The ends of an axis and how many even steps it has; 0 is one of their ends. */
export interface Axis {
  top: number;
  bottom: number;
  parts: number;
}

/** From 0, or from as many steps below it as the values need: height is not spent where nothing stands. */
export function axisOf(values: readonly number[]): Axis {
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  if (least === 0) {
    const step = stepFor((size) => most <= size * PARTS, most / PARTS);
    return { top: step * PARTS, bottom: 0, parts: PARTS };
  }
  const above = (size: number) => Math.ceil(most / size);
  const below = (size: number) => Math.ceil(-least / size);
  const step = stepFor((size) => above(size) + below(size) <= PARTS_BELOW, (most - least) / PARTS_BELOW);
  return { top: step * above(step), bottom: -step * below(step), parts: above(step) + below(step) };
}

/** The smallest round step that fits, of at least 1. */
function stepFor(fits: (step: number) => boolean, least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, least))));
  const steps = [power, power * 10].flatMap((unit) => ROUND.map((round) => round * unit));
  return steps.filter(Number.isInteger).find(fits) ?? power * 100;
}

/** Which of so many labels are written out, so that they do not run into each other. */
export const everyNth = (count: number, room: number) => Math.max(1, Math.ceil(count / room));
