/** What is still available of an offer, or of a promotion as a whole: of its stock, and for this company. Null: no limit. */
export interface Availability {
  left: number | null;
  allowance: number | null;
}

/** The words for shortages of one kind of promotion. */
export interface ShortageWords {
  /** 秒杀, 换购, 组合. */
  name: string;
  /** 件, 份. */
  unit: string;
  /** 已抢完, 已售完. */
  gone: string;
}

/** Why a quantity is not available, by the narrower of the two bounds, in words; null when it is. */
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
