import type { Calls } from '#generated/calls.ts';
import type { CatalogueContext } from '../../catalogue/index.ts';
import { adjustedText, type MatchedGoods, matchCodes, type OrderSheetRow } from './match-codes.ts';
import { quickRows } from './quick.ts';

type PastedRow = Calls['user.fast_match']['data']['rows'][number];

/**
 * Matches pasted rows to rows of the quick order: each with its good and saleable quantity, or the problem. A good in
 * several rows is filled in once, with the sum of their quantities.
 */
export async function matchPastedRows(
  context: CatalogueContext,
  companyId: number,
  rows: readonly OrderSheetRow[],
): Promise<PastedRow[]> {
  const matches = await matchCodes(context.db, rows);
  const sums = totalsByGoods(matches.flatMap((one) => ('problem' in one ? [] : [one])));
  const numbers = new Map([...sums].map(([id, { quantity }]) => [id, quantity]));
  const found = new Map(
    (await quickRows(context, companyId, [...sums.keys()], numbers)).map((row) => [row.id, row]),
  );
  const first = new Map<number, number>();
  return rows.map(({ row, code, number }, index): PastedRow => {
    const one = matches[index];
    const base = { row, code, number };
    if (!one || 'problem' in one) return { ...base, ok: 0, message: one?.problem ?? '', goods: [] };
    const line = found.get(one.goodsId);
    if (!line) return { ...base, ok: 0, message: '商品已下架', goods: [] };
    if (line.goods.is_buy === 0) return { ...base, ok: 0, message: line.goods.buy_notice ?? '', goods: [] };
    const before = first.get(one.goodsId);
    if (before !== undefined) return { ...base, ok: 1, message: `与第 ${before} 行合并`, goods: [] };
    first.set(one.goodsId, row);
    return { ...base, ok: 1, message: adjustedText(sums.get(one.goodsId) ?? one), goods: [line] };
  });
}

/** Goods id -> the total of all its rows, requested and saleable. */
function totalsByGoods(matches: readonly MatchedGoods[]): Map<number, MatchedGoods> {
  const sums = new Map<number, MatchedGoods>();
  for (const one of matches) {
    const requested = (sums.get(one.goodsId)?.requested ?? 0) + one.requested;
    sums.set(one.goodsId, { ...one, requested, quantity: one.toSaleable(requested) });
  }
  return sums;
}
