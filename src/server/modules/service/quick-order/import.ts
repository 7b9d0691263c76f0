import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import type { RowResult } from '../../../kernel/jobs/task.ts';
import { type AddResult, addPurchasable } from '../../cart/index.ts';
import { type MeantGoods, meanRows, type SheetRow, settledText } from './codes.ts';

/** Rows that `/api/cart/import` does at once; more become a task. */
export const AT_ONCE = 200;

/**
 * Puts the rows of a sheet into the cart, each for itself: what cannot be bought is told with its reason and left out, no
 * row is dropped. Run it in a transaction.
 */
export async function importSheet(
  db: Db,
  buyer: Member,
  rows: readonly SheetRow[],
  now: number,
): Promise<RowResult[]> {
  const meant = await meanRows(db, rows);
  const added = new Map<MeantGoods, AddResult>();
  // Rows of one good go one after another: the second is judged by what the first has left.
  for (const round of byOccurrence(meant.flatMap((one) => ('problem' in one ? [] : [one])))) {
    const params = round.map(({ goodsId, number }) => ({ goods_id: goodsId, number }));
    const results = await addPurchasable(db, buyer, params, now);
    for (const [index, one] of round.entries()) {
      const result = results[index];
      if (result) added.set(one, result);
    }
  }
  return rows.map(({ row, code }, index): RowResult => {
    const one = meant[index];
    if (!one || 'problem' in one) return { row, label: code, ok: false, text: one?.problem ?? '' };
    const outcome = added.get(one);
    const label = `${one.name} ${one.spec} · ${code}`;
    if (outcome?.ok === false) {
      return { row, label, ok: false, text: outcome.message.replace(`${one.name}：`, '') };
    }
    const note = settledText(one);
    return { row, label, ok: true, text: `已加入购物车 × ${one.number}${note && `（${note}）`}` };
  });
}

/** The first rows of each good, then the second ones, and so on. */
function byOccurrence(rows: readonly MeantGoods[]): MeantGoods[][] {
  const seen = new Map<number, number>();
  const rounds: MeantGoods[][] = [];
  for (const row of rows) {
    const round = seen.get(row.goodsId) ?? 0;
    seen.set(row.goodsId, round + 1);
    (rounds[round] ??= []).push(row);
  }
  return rounds;
}
