/** What an offer, or a promotion as a whole, still has: of its own stock, and for this company. */
export interface Availability {
  left: number | null;
  allowance: number | null;
}

/** How shortages of one kind of promotion are spoken of. */
export interface ShortageWords {
  /** 秒杀, 换购, 组合. */
  name: string;
  /** 件, 份. */
  unit: string;
  /** 已抢完, 已售完. */
  gone: string;
}

/** Why so many cannot be had, by the narrower of the two bounds, in words; null when they can. */
export function shortageReason(
  { left, allowance }: Availability,
  quantity: number,
  { name, unit, gone }: ShortageWords,
): string | null {
  const stock = left ?? Infinity;
  const limit = allowance ?? Infinity;
  if (quantity <= Math.min(stock, limit)) return null;
  if (limit < stock) return limit > 0 ? `${name}限购，还可购 ${limit} ${unit}` : `${name}已达到限购数量`;
  return stock > 0 ? `${name}仅剩 ${stock} ${unit}` : `${name}${gone}`;
}
