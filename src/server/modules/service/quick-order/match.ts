import type { Calls } from '#generated/calls.ts';
import type { CatalogueContext } from '../../catalogue/index.ts';
import { type MeantGoods, meanRows, type SheetRow, settledText } from './codes.ts';
import { quickRows } from './quick.ts';

type MatchedRow = Calls['user.fast_match']['data']['rows'][number];

/**
 * Rows that were pasted, as rows to order from: each with its good and the number as it is sold, or why not. A good that
 * stands in several rows is filled in once, with the number of them all.
 */
export async function matchRows(
  asking: CatalogueContext,
  companyId: number,
  rows: readonly SheetRow[],
): Promise<MatchedRow[]> {
  const meant = await meanRows(asking.db, rows);
  const sums = sumsOf(meant.flatMap((one) => ('problem' in one ? [] : [one])));
  const numbers = new Map([...sums].map(([id, { number }]) => [id, number]));
  const found = new Map(
    (await quickRows(asking, companyId, [...sums.keys()], numbers)).map((row) => [row.id, row]),
  );
  const first = new Map<number, number>();
  return rows.map(({ row, code, number }, index): MatchedRow => {
    const one = meant[index];
    const base = { row, code, number };
    if (!one || 'problem' in one) return { ...base, ok: 0, message: one?.problem ?? '', goods: [] };
    const line = found.get(one.goodsId);
    if (!line) return { ...base, ok: 0, message: '商品已下架', goods: [] };
    if (line.goods.is_buy === 0) return { ...base, ok: 0, message: line.goods.buy_notice ?? '', goods: [] };
    const before = first.get(one.goodsId);
    if (before !== undefined) return { ...base, ok: 1, message: `与第 ${before} 行合并`, goods: [] };
    first.set(one.goodsId, row);
    return { ...base, ok: 1, message: settledText(sums.get(one.goodsId) ?? one), goods: [line] };
  });
}

/** Goods id -> what all its rows wish together, and that as it is sold. */
function sumsOf(meant: readonly MeantGoods[]): Map<number, MeantGoods> {
  const sums = new Map<number, MeantGoods>();
  for (const one of meant) {
    const wished = (sums.get(one.goodsId)?.wished ?? 0) + one.wished;
    sums.set(one.goodsId, { ...one, wished, number: one.asSold(wished) });
  }
  return sums;
}
