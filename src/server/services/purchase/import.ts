import type { Db } from '../../db/schema.ts';
import type { RowResult } from '../../tasks.ts';
import type { Member } from '../../visitor.ts';
import { addPossible } from '../cart/add-possible.ts';
import { type Meant, meanRows } from './codes.ts';
import type { SheetRow } from './table.ts';

/** Rows that `/api/cart/import` does at once; more become a task. */
export const AT_ONCE = 200;

/** Puts the rows of a sheet into the cart as far as they can be bought; one result a row. Run it in a transaction. */
export async function importRows(
  db: Db,
  buyer: Member,
  rows: readonly SheetRow[],
  now: number,
): Promise<RowResult[]> {
  const meant = await meanRows(db, rows);
  const names = await namesOf(db, meant);
  const found = meant.flatMap((one, index) => ('problem' in one ? [] : [{ ...one, index }]));
  const added = await addPossible(
    db,
    buyer,
    found.map(({ goodsId, number }) => ({ goods_id: goodsId, number })),
    now,
  );
  const outcomes = new Map(found.map(({ index }, at) => [index, added[at]]));
  return rows.map(({ row, code, number }, index) => {
    const one = meant[index];
    const label = one && 'goodsId' in one ? (names.get(one.goodsId) ?? code) : code;
    const outcome = outcomes.get(index);
    if (outcome?.ok)
      return { row, label, ok: true, text: `已加入购物车 × ${Number(number.replaceAll(',', ''))}` };
    const reason = outcome?.message ?? (one && 'problem' in one ? one.problem : '');
    return { row, label, ok: false, text: reason.replace(`${label}：`, '') };
  });
}

async function namesOf(db: Db, meant: readonly Meant[]): Promise<Map<number, string>> {
  const ids = meant.flatMap((one) => ('goodsId' in one ? [one.goodsId] : []));
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('goods').where('id', 'in', ids).select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
