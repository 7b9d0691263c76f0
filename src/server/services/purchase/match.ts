import type { Calls } from '#generated/calls.ts';
import type { Asking } from '../goods/cards.ts';
import { meanRows, type WishedRow } from './codes.ts';
import { quickRows, settled } from './quick.ts';

type MatchedRow = Calls['user.fast_match']['data']['rows'][number];

/** Rows that were pasted, as rows to order from: each with its good and the number as it is sold, or why not. */
export async function matchRows(
  asking: Asking,
  companyId: number,
  rows: readonly WishedRow[],
): Promise<MatchedRow[]> {
  const meant = await meanRows(asking.db, rows);
  const ids = [...new Set(meant.flatMap((one) => ('goodsId' in one ? [one.goodsId] : [])))];
  const found = new Map((await quickRows(asking, companyId, ids)).map((row) => [row.id, row]));
  return rows.map(({ code, number }, index): MatchedRow => {
    const one = meant[index];
    const base = { row: index + 1, code, number };
    if (!one || 'problem' in one) return { ...base, ok: 0, message: one?.problem ?? '', goods: [] };
    const line = found.get(one.goodsId);
    if (!line) return { ...base, ok: 0, message: '商品已下架', goods: [] };
    if (line.goods.is_buy === 0) return { ...base, ok: 0, message: line.goods.buy_notice ?? '', goods: [] };
    const count = settled(one.number, line.goods);
    const message = count === one.number ? '' : `按起购量与中包装调整为 ${count}`;
    return { ...base, ok: 1, message, goods: [{ ...line, number: count }] };
  });
}
