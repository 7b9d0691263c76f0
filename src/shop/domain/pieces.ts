/** What a package holds. */
export interface Pieces {
  number: number;
  /** 粒, 片, 袋 … */
  unit: string;
}

/** Counted forms at the end of a specification; weights and volumes are no pieces. */
const COUNTED = /(\d{1,6})\s*([粒片袋支丸贴只枚瓶板揿包条])/gu;

/**
 * The pieces of one package by its specification (`ypgg`): `0.25g*24粒` holds 24 粒, `12片*2板` holds 24 片. Null where none
 * are named (`150ml`) or only one is held.
 */
export function piecesOf(spec: string): Pieces | null {
  const counts = [...spec.matchAll(COUNTED)];
  const unit = counts[0]?.[2];
  if (unit === undefined) return null;
  const number = counts.reduce((product, [, count]) => product * Number(count), 1);
  return number > 1 ? { number, unit } : null;
}
