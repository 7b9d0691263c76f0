import { type CartEntry, stockDemand } from './cart-entry.ts';

/** What is left of the stock for each line, in the line's own units, and what selected lines took of it. */
export interface StockAllocation {
  left: ReadonlyMap<number, number>;
  taken: ReadonlyMap<string, number>;
}

/** Allocates the stock to the selected lines that need it: earlier ids are served first. */
export function allocateStock(entries: readonly CartEntry[]): StockAllocation {
  const taken = new Map<string, number>();
  const left = new Map<number, number>();
  for (const entry of entries.toSorted((a, b) => a.id - b.id)) {
    const needs = stockDemand(entry);
    const sets = needs.map(({ key, quantity, stock }) =>
      Math.floor(((stock - (taken.get(key) ?? 0)) * entry.quantity) / quantity),
    );
    const most = Math.max(0, Math.min(...sets));
    left.set(entry.id, most);
    if (!entry.selected || !entry.purchasable || entry.quantity > most) continue;
    for (const { key, quantity } of needs) taken.set(key, (taken.get(key) ?? 0) + quantity);
  }
  return { left, taken };
}
