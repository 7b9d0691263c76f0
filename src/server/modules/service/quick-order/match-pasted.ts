import type { Calls } from '#generated/calls.ts';
import type { QuickGoods } from '#generated/schemas.ts';
import { type CatalogueContext, listGoods } from '../../catalogue/index.ts';
import {
  adjustedText,
  type CodeMatch,
  type MatchedGoods,
  matchCodes,
  type OrderSheetRow,
} from './match-codes.ts';
import { wholeNumber } from './numbers.ts';
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
  const similar = await similarGoods(context, companyId, rows, matches);
  const found = new Map(
    (await quickRows(context, companyId, [...sums.keys()], numbers)).map((row) => [row.id, row]),
  );
  const first = new Map<number, number>();
  return rows.map(({ row, code, number, name = '', spec = '', maker = '', cells = [] }, index): PastedRow => {
    const one = matches[index];
    const text = [name, spec, maker].filter(Boolean).join(' ');
    const base = { row, cells: [...cells], code, number, text, similar: [] };
    const refused = (message: string): PastedRow => ({ ...base, ok: 0, message, goods: [] });
    if (!one || 'problem' in one) {
      return { ...refused(one?.problem ?? ''), similar: similar.get(index) ?? [] };
    }
    const line = found.get(one.goodsId);
    if (!line) return refused('商品已下架');
    if (line.goods.is_buy === 0) return refused(line.goods.buy_notice ?? '');
    const before = first.get(one.goodsId);
    if (before !== undefined) return { ...base, ok: 1, message: `与第 ${before} 行合并`, goods: [] };
    first.set(one.goodsId, row);
    const notes = [one.byName ? '按品名找到，请核对' : '', adjustedText(sums.get(one.goodsId) ?? one)];
    return { ...base, ok: 1, message: notes.filter(Boolean).join('；'), goods: [line] };
  });
}

/** Goods shown beside a row that fits none, at most. */
const MAX_SIMILAR = 3;

/** Rows for which a search by parts of the name is worth its time; the others say what is wrong with them all the same. */
const MAX_SEARCHES = 20;

/** Index of a row that was not matched -> goods that may be meant, with the quantity of the row. */
async function similarGoods(
  context: CatalogueContext,
  companyId: number,
  rows: readonly OrderSheetRow[],
  matches: readonly CodeMatch[],
): Promise<Map<number, QuickGoods[]>> {
  const wanted = new Map<number, number[]>();
  let searches = 0;
  for (const [index, one] of matches.entries()) {
    const name = rows[index]?.name ?? '';
    if (!('problem' in one)) continue;
    const known = one.similar.slice(0, MAX_SIMILAR);
    const ids =
      known.length === 0 && name !== '' && searches++ < MAX_SEARCHES ? await nearest(context, name) : known;
    if (ids.length > 0) wanted.set(index, ids);
  }
  const all = [...new Set([...wanted.values()].flat())];
  const lines = new Map((await quickRows(context, companyId, all)).map((line) => [line.id, line]));
  return new Map(
    [...wanted].map(([index, ids]) => [
      index,
      ids.flatMap((id) => {
        const line = lines.get(id);
        return line?.goods.is_buy === 1
          ? [{ ...line, number: quantityFor(line, rows[index]?.number ?? '') }]
          : [];
      }),
    ]),
  );
}

/** The quantity of a row in whole packs of another good; its minimum where the row has none. */
function quantityFor({ goods: { qg_number, multiple } }: QuickGoods, text: string): number {
  return Math.ceil(Math.max(wholeNumber(text) ?? 1, qg_number) / multiple) * multiple;
}

/** Goods whose names hold the whole name, else its beginning. */
async function nearest(context: CatalogueContext, name: string): Promise<number[]> {
  for (const length of [name.length, 4, 2]) {
    const keywords = name.slice(0, length);
    const query = { keywords, sort: 'relevance' as const, page: 1, page_size: MAX_SIMILAR };
    const found = await listGoods(context, query);
    if (found && found.list.length > 0) return found.list.map(({ id }) => id);
  }
  return [];
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
