import type { Db } from '../../db/schema.ts';
import type { RowResult } from '../../tasks.ts';
import type { Member } from '../../visitor.ts';
import { importRows } from '../cart/import.ts';
import { wholeNumber } from './codes.ts';
import type { SheetRow } from './table.ts';

/** Rows that `/api/cart/import` does at once; more become a task. */
export const AT_ONCE = 200;

/** Puts the rows of a sheet into the cart as far as they can be bought; one result a row. Run it in a transaction. */
export async function importSheet(
  db: Db,
  buyer: Member,
  rows: readonly SheetRow[],
  now: number,
): Promise<RowResult[]> {
  const wishes = rows.map(({ code, number }) => ({ code, number: wholeNumber(number) ?? Number.NaN }));
  const results = await importRows(db, buyer, wishes, now);
  return results.map(({ ok, name, code, number, message }, index) => {
    const label = name ?? code;
    const text = ok ? `已加入购物车 × ${number}` : message.replace(`${label}：`, '');
    return { row: rows[index]?.row ?? 0, label, ok, text };
  });
}
