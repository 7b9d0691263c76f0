/** The ends of the axis: from 0, or as far below it as above where a value is negative, so that 0 is one of its steps. */
export function axisOf(values: readonly number[]): { top: number; bottom: number } {
  const top = topOf(Math.max(0, ...values.map(Math.abs)));
  return { top, bottom: values.some((value) => value < 0) ? -top : 0 };
}

/** A round number at or above `most` that divides into four even steps: the top of the axis. */
function topOf(most: number): number {
  if (most <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = [1, 2, 2.5, 5, 10].find((round) => round * power * 4 >= most) ?? 10;
  return step * power * 4;
}

/** Which of so many labels are written out, so that they do not run into each other. */
export const everyNth = (count: number, room: number) => Math.max(1, Math.ceil(count / room));
