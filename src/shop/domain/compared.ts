/** Goods that stand side by side at most. */
export const MOST_COMPARED = 4;

/** Goods ids of a list such as `3,17`, each once; what is no number is left out. */
export const readCompared = (ids: string | null | undefined): number[] => [
  ...new Set((ids ?? '').split(',').flatMap((part) => (/^[1-9]\d{0,8}$/.test(part) ? Number(part) : []))),
];

/** The list with this good added at its end, or taken out; null for none. It stays as it is when it is full. */
export function toggleCompared(ids: string | null | undefined, id: number): string | null {
  const before = readCompared(ids);
  if (!before.includes(id) && before.length >= MOST_COMPARED) return before.join();
  const after = before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
  return after.length === 0 ? null : after.join();
}
