import { type CartEntry, takes } from './cart-entry.ts';

/** What is left of the stock for each line, in the line's own units, and what selected lines took of it. */
export interface Allotted {
  left: ReadonlyMap<number, number>;
  taken: ReadonlyMap<string, number>;
}

/** Shares the stock among selected lines that draw on it: earlier ids are served first. */
export function allotStock(entries: readonly CartEntry[]): Allotted {
  const taken = new Map<string, number>();
  const left = new Map<number, number>();
  for (const entry of entries.toSorted((a, b) => a.id - b.id)) {
    const needs = takes(entry);
    const sets = needs.map(({ key, number, stock }) =>
      Math.floor(((stock - (taken.get(key) ?? 0)) * entry.number) / number),
    );
    const most = Math.max(0, Math.min(...sets));
    left.set(entry.id, most);
    if (!entry.selected || !entry.purchasable || entry.number > most) continue;
    for (const { key, number } of needs) taken.set(key, (taken.get(key) ?? 0) + number);
  }
  return { left, taken };
}
