import type { Calls } from '#generated/calls.ts';
import type { Asking } from '../../catalogue/index.ts';
import { adjustedText, type MatchedGoods, matchCodes, type OrderSheetRow } from './match-codes.ts';
import { quickRows } from './quick.ts';

type PastedRow = Calls['user.fast_match']['data']['rows'][number];

/**
 * Rows that were pasted, as rows to order from: each with its good and the number as it is sold, or why not. A good that
 * stands in several rows is filled in once, with the number of them all.
 */
export async function matchPastedRows(
  asking: Asking,
  companyId: number,
  rows: readonly OrderSheetRow[],
): Promise<PastedRow[]> {
  const matches = await matchCodes(asking.db, rows);
  const sums = totalsByGoods(matches.flatMap((one) => ('problem' in one ? [] : [one])));
  const numbers = new Map([...sums].map(([id, { number }]) => [id, number]));
  const found = new Map(
    (await quickRows(asking, companyId, [...sums.keys()], numbers)).map((row) => [row.id, row]),
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

/** Goods id -> what all its rows wish together, and that as it is sold. */
function totalsByGoods(matches: readonly MatchedGoods[]): Map<number, MatchedGoods> {
  const sums = new Map<number, MatchedGoods>();
  for (const one of matches) {
    const wished = (sums.get(one.goodsId)?.wished ?? 0) + one.wished;
    sums.set(one.goodsId, { ...one, wished, number: one.asSold(wished) });
  }
  return sums;
}
