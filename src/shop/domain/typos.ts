/**
 * How many letters must be changed, left out, added or exchanged with their neighbour for `typed` to be what `word` begins
 * with: 0 where it begins so already. Whoever types the beginning of a word has made no typo at its end.
 */
export function typosIn(typed: string, word: string): number {
  let older: number[] = [];
  let row = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (let index = 1; index <= typed.length; index += 1) {
    const next = [index];
    for (let at = 1; at <= word.length; at += 1) {
      const same = typed[index - 1] === word[at - 1];
      const changed = (row[at - 1] ?? 0) + (same ? 0 : 1);
      const swapped =
        index > 1 && at > 1 && typed[index - 1] === word[at - 2] && typed[index - 2] === word[at - 1]
          ? (older[at - 2] ?? 0) + 1
          : changed;
      next.push(Math.min(changed, swapped, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    older = row;
    row = next;
  }
  return Math.min(...row);
}

/** The share of the pairs of two texts that they have in common, from 0 to 1 (Dice). */
export function likeness(one: readonly string[], other: readonly string[]): number {
  const pairs = new Set(one);
  const shared = other.filter((pair) => pairs.has(pair)).length;
  return one.length + other.length === 0 ? 0 : (2 * shared) / (one.length + other.length);
}
