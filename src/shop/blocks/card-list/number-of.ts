/** A place on a card is filled from data of any shape: a number, or nothing. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
