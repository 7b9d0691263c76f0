import type { Db } from '../../../kernel/db/schema.ts';
import { multipleOf } from '../../pricing/index.ts';

/** A row that somebody sends: what stands for the good, and how many. */
export interface CodeRow {
  /** 商品编码 or 条码 */
  code: string;
  /** As it was written. */
  number: string;
}

/** A row of a sheet or a paste, and where it stood: the first row is 1. */
export interface OrderSheetRow extends CodeRow {
  row: number;
}

/** A good, a number of it as it was wished, and as the good is sold. */
export interface MatchedGoods {
  goodsId: number;
  name: string;
  spec: string;
  wished: number;
  number: number;
  /** Any number of it as it is sold: whole 中包装, at least its minimum. */
  asSold: (wished: number) => number;
}

/** What a row means: a good and a number, or why none. */
export type CodeMatch = MatchedGoods | { problem: string };

const MAX_QUANTITY = 999_999;

/** Finds the goods behind codes and bar codes: one statement for any number of rows. */
export async function matchCodes(db: Db, rows: readonly CodeRow[]): Promise<CodeMatch[]> {
  const codes = [...new Set(rows.map(({ code }) => code))];
  const goods = codes.length === 0 ? [] : await findGoods(db, codes);
  const byCode = new Map(goods.map((good) => [good.code, good]));
  const byBarcode = Map.groupBy(goods, ({ barcode }) => barcode);
  return rows.map(({ code, number }) => {
    const wished = wholeNumber(number);
    if (code === '') return { problem: '缺少编码或条码' };
    const same = byBarcode.get(code) ?? [];
    const good = byCode.get(code) ?? (same.length === 1 ? same[0] : undefined);
    if (good === undefined) {
      return {
        problem: same.length > 1 ? '这个条码对应多个商品，请改用商品编码' : '没有这个编码或条码的商品',
      };
    }
    if (wished === null) return { problem: `数量应是 1 到 ${MAX_QUANTITY} 的整数` };
    const step = multipleOf(good);
    const asSold = (wish: number) => Math.ceil(Math.max(wish, good.min_number) / step) * step;
    return { goodsId: good.id, name: good.name, spec: good.spec, wished, number: asSold(wished), asSold };
  });
}

function findGoods(db: Db, codes: string[]) {
  return db
    .selectFrom('goods')
    .where('on_sale', '=', true)
    .where((eb) => eb.or([eb('code', 'in', codes), eb('barcode', 'in', codes)]))
    .orderBy('id')
    .select(['id', 'code', 'barcode', 'name', 'spec', 'split', 'zbz', 'min_number'])
    .execute();
}

/** `20`, `20.0` and `1,200` are numbers; `2.5`, `-1`, `1e3`, `1,2` and nothing are not. */
export function wholeNumber(text: string): number | null {
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.0+)?$/.test(text)) return null;
  const value = Number(text.replaceAll(',', ''));
  return value >= 1 && value <= MAX_QUANTITY ? value : null;
}

/** What is said of a number that had to be settled; nothing where it is as it was wished. */
export const adjustedText = ({ wished, number }: Pick<MatchedGoods, 'wished' | 'number'>): string =>
  number === wished ? '' : `按起购量与中包装调整为 ${number}`;
