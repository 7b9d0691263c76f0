/** The value as a number, or null: what a card shows may be data of any shape. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
