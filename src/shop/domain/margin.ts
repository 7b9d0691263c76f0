/**
 * The part of the suggested price that stays with who sells at it, in percent with one decimal. `null` where a price is not
 * to be seen, or where nothing would stay.
 */
export function marginPercent(retail: number | null, price: number | null): number | null {
  if (retail === null || price === null || price >= retail) return null;
  return Math.round(((retail - price) / retail) * 1000) / 10;
}
