/** A number from 0 up to, not including, the bound; repeats with its seed. */
export type Dice = (bound: number) => number;

/** Numbers that repeat with the seed (mulberry32). */
export function createDice(seed: number): Dice {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) % bound;
  };
}

export const pick = <T>(dice: Dice, list: readonly T[]): T => {
  const found = list[dice(list.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
};
