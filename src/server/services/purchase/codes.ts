import type { Db } from '../../db/schema.ts';

/** A row that somebody sends: what stands for the good, and how many. */
export interface WishedRow {
  /** 商品编码 or 条码 */
  code: string;
  /** As it was written. */
  number: string;
}

/** What a row means: a good and a number, or why none. */
export type Meant = { goodsId: number; number: number } | { problem: string };

const MOST = 999_999;

/** Finds the goods behind codes and bar codes: one statement for any number of rows. */
export async function meanRows(db: Db, rows: readonly WishedRow[]): Promise<Meant[]> {
  const codes = [...new Set(rows.map(({ code }) => code))];
  const goods = codes.length === 0 ? [] : await findGoods(db, codes);
  const byCode = new Map(goods.map((good) => [good.code, good.id]));
  const byBarcode = Map.groupBy(goods, ({ barcode }) => barcode);
  return rows.map(({ code, number }) => {
    const wished = wholeNumber(number);
    if (code === '') return { problem: '缺少编码或条码' };
    const same = byBarcode.get(code) ?? [];
    const goodsId = byCode.get(code) ?? (same.length === 1 ? same[0]?.id : undefined);
    if (goodsId === undefined) {
      return {
        problem: same.length > 1 ? '这个条码对应多个商品，请改用商品编码' : '没有这个编码或条码的商品',
      };
    }
    if (wished === null) return { problem: `数量应是 1 到 ${MOST} 的整数` };
    return { goodsId, number: wished };
  });
}

function findGoods(db: Db, codes: string[]) {
  return db
    .selectFrom('goods')
    .where('on_sale', '=', true)
    .where((eb) => eb.or([eb('code', 'in', codes), eb('barcode', 'in', codes)]))
    .orderBy('id')
    .select(['id', 'code', 'barcode'])
    .execute();
}

/** `20`, `20.0` and `1,200` are numbers; `2.5`, `-1` and nothing are not. */
export function wholeNumber(text: string): number | null {
  const plain = text.replaceAll(',', '');
  const value = Number(plain);
  return plain !== '' && Number.isInteger(value) && value >= 1 && value <= MOST ? value : null;
}
