import type { Db } from '../../db/schema.ts';
import type { Member } from '../../visitor.ts';
import { addPossible } from './add-possible.ts';

/** One row of a sheet: a good's code or barcode, and how many. */
export interface ImportRow {
  code: string;
  number: number;
}

/** What became of a row; `row` counts from 1. */
export interface ImportResult extends ImportRow {
  row: number;
  ok: boolean;
  /** 已加入, or why not. */
  message: string;
  goodsId: number | null;
  name: string | null;
}

/**
 * Adds rows of a sheet to the cart, each for itself: what cannot be bought is told with its reason and left out, no row
 * is dropped. Run it in a transaction.
 */
export async function importRows(
  db: Db,
  buyer: Member,
  rows: readonly ImportRow[],
  now: number,
): Promise<ImportResult[]> {
  const goods = await findByCode(db, [...new Set(rows.map(({ code }) => code.trim()))]);
  const results = rows.map((row, index): ImportResult => {
    const found = goods.get(row.code.trim());
    const message = problemOf(row, found);
    return {
      ...row,
      row: index + 1,
      ok: message === null,
      message: message ?? '已加入',
      goodsId: found?.id ?? null,
      name: found?.name ?? null,
    };
  });
  // Rows of one good go one after another: the second is judged by what the first has left.
  for (const round of byOccurrence(results.filter(({ ok }) => ok))) {
    const params = round.map(({ goodsId, number }) => ({ goods_id: goodsId ?? 0, number }));
    const added = await addPossible(db, buyer, params, now);
    for (const [index, result] of round.entries()) {
      const outcome = added[index];
      if (outcome && !outcome.ok) Object.assign(result, { ok: false, message: outcome.message });
    }
  }
  return results;
}

/** The first rows of each good, then the second ones, and so on. */
function byOccurrence(rows: readonly ImportResult[]): ImportResult[][] {
  const seen = new Map<number | null, number>();
  const rounds: ImportResult[][] = [];
  for (const row of rows) {
    const round = seen.get(row.goodsId) ?? 0;
    seen.set(row.goodsId, round + 1);
    (rounds[round] ??= []).push(row);
  }
  return rounds;
}

interface Found {
  id: number;
  name: string;
}

function problemOf({ code, number }: ImportRow, found: Found | undefined): string | null {
  if (code.trim() === '') return '没有填商品编码或条码';
  if (found === undefined) return '没有这个编码或条码的商品';
  if (!Number.isSafeInteger(number) || number < 1) return '数量应为不小于 1 的整数';
  return null;
}

/** Goods by their code, or by their barcode: of several with one barcode the first that is on sale. */
async function findByCode(db: Db, codes: readonly string[]): Promise<Map<string, Found>> {
  if (codes.length === 0) return new Map();
  const rows = await db
    .selectFrom('goods')
    .where((eb) => eb.or([eb('code', 'in', [...codes]), eb('barcode', 'in', [...codes])]))
    .orderBy('on_sale', 'desc')
    .orderBy('id')
    .select(['id', 'name', 'code', 'barcode'])
    .execute();
  const found = new Map<string, Found>();
  for (const { id, name, barcode } of rows.toReversed()) found.set(barcode, { id, name });
  for (const { id, name, code } of rows) found.set(code, { id, name });
  return found;
}
