/** A round number at or above `most` that divides into four even steps: the top of the axis. */
export function topOf(most: number): number {
  if (most <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = [1, 2, 2.5, 5, 10].find((round) => round * power * 4 >= most) ?? 10;
  return step * power * 4;
}

/** Which of so many labels are written out, so that they do not run into each other. */
export const everyNth = (count: number, room: number) => Math.max(1, Math.ceil(count / room));
