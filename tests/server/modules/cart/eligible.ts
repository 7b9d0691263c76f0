import type { CartLine } from '#generated/schemas.ts';

/** What a client that knows only spec §9 makes of the lines of a cart: the coupon-eligible total, in yuan. */
export function eligibleTotal(lines: readonly CartLine[]): number {
  const counted = lines.filter(
    ({ is_selected, with_coupon, type, goods, number }) =>
      is_selected === 1 && with_coupon === 1 && goods.is_buy === 1 && (type === 3 || goods.number >= number),
  );
  const fen = counted.reduce(
    (sum, { number, price, goods_manjian_amount, gift_data }) =>
      sum + Math.round(100 * (number * (price ?? 0) - goods_manjian_amount + gift_data.total)),
    0,
  );
  return fen / 100;
}
