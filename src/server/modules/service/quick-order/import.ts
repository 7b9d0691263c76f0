import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import type { RowResult } from '../../../kernel/jobs/task.ts';
import { type AddResult, addPurchasable } from '../../cart/index.ts';
import { adjustedText, type MatchedGoods, matchCodes, type OrderSheetRow } from './match-codes.ts';

/** Rows that `/api/cart/import` adds within the request; more become a task. */
export const MAX_SYNC_ROWS = 200;

/**
 * Adds the rows of a sheet to the cart, each on its own: every row has a result, with the reason where it was not added.
 * Run it in a transaction.
 */
export async function importSheet(
  db: Db,
  buyer: Member,
  rows: readonly OrderSheetRow[],
  now: number,
): Promise<RowResult[]> {
  const matches = await matchCodes(db, rows);
  const added = new Map<MatchedGoods, AddResult>();
  // Rows of the same good are added in separate rounds: limits and stock of the second depend on the first.
  for (const round of byOccurrence(matches.flatMap((one) => ('problem' in one ? [] : [one])))) {
    const params = round.map(({ goodsId, quantity }) => ({ goods_id: goodsId, number: quantity }));
    const results = await addPurchasable(db, buyer, params, now);
    for (const [index, one] of round.entries()) {
      const result = results[index];
      if (result) added.set(one, result);
    }
  }
  return rows.map(({ row, code: number, name = '' }, index): RowResult => {
    const code = number || name;
    const one = matches[index];
    if (!one || 'problem' in one) return { row, label: code, ok: false, text: one?.problem ?? '' };
    const outcome = added.get(one);
    const label = `${one.name} ${one.spec} · ${code}`;
    if (outcome?.ok === false) {
      return { row, label, ok: false, text: outcome.message.replace(`${one.name}：`, '') };
    }
    const note = adjustedText(one);
    return { row, label, ok: true, text: `已加入购物车 × ${one.quantity}${note && `（${note}）`}` };
  });
}

/** Groups rows into rounds: the first row of each good, then the second ones, and so on. */
function byOccurrence(rows: readonly MatchedGoods[]): MatchedGoods[][] {
  const seen = new Map<number, number>();
  const rounds: MatchedGoods[][] = [];
  for (const row of rows) {
    const round = seen.get(row.goodsId) ?? 0;
    seen.set(row.goodsId, round + 1);
    (rounds[round] ??= []).push(row);
  }
  return rounds;
}
