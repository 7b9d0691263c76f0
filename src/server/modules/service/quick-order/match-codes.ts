import type { Db } from '../../../kernel/db/schema.ts';
import { multipleOf } from '../../pricing/index.ts';

/** A row of an order sheet: a code of the good, and the quantity. */
export interface CodeRow {
  /** 商品编码 or 条码 */
  code: string;
  /** As it was written. */
  number: string;
}

/** A row of a sheet or a paste with its number: the first row is 1. */
export interface OrderSheetRow extends CodeRow {
  row: number;
}

/** A good that a row was matched to, with the requested and the saleable quantity. */
export interface MatchedGoods {
  goodsId: number;
  name: string;
  spec: string;
  requested: number;
  /** The requested quantity rounded to what can be sold. */
  quantity: number;
  /** Rounds a quantity up to whole 中包装, at least the minimum. */
  toSaleable: (requested: number) => number;
}

/** The match of a row: its good and quantity, or the problem. */
export type CodeMatch = MatchedGoods | { problem: string };

const MAX_QUANTITY = 999_999;

/** Matches rows to goods by code or bar code, with one query for any number of rows. */
export async function matchCodes(db: Db, rows: readonly CodeRow[]): Promise<CodeMatch[]> {
  const codes = [...new Set(rows.map(({ code }) => code))];
  const goods = codes.length === 0 ? [] : await findGoods(db, codes);
  const byCode = new Map(goods.map((good) => [good.code, good]));
  const byBarcode = Map.groupBy(goods, ({ barcode }) => barcode);
  return rows.map(({ code, number }) => {
    const requested = wholeNumber(number);
    if (code === '') return { problem: '缺少编码或条码' };
    const same = byBarcode.get(code) ?? [];
    const good = byCode.get(code) ?? (same.length === 1 ? same[0] : undefined);
    if (good === undefined) {
      return {
        problem: same.length > 1 ? '这个条码对应多个商品，请改用商品编码' : '没有这个编码或条码的商品',
      };
    }
    if (requested === null) return { problem: `数量应是 1 到 ${MAX_QUANTITY} 的整数` };
    const step = multipleOf(good);
    const toSaleable = (wanted: number) => Math.ceil(Math.max(wanted, good.min_number) / step) * step;
    return {
      goodsId: good.id,
      name: good.name,
      spec: good.spec,
      requested,
      quantity: toSaleable(requested),
      toSaleable,
    };
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

/** Note about an adjusted quantity; empty where it is as requested. */
export const adjustedText = ({
  requested,
  quantity,
}: Pick<MatchedGoods, 'requested' | 'quantity'>): string =>
  quantity === requested ? '' : `按起购量与中包装调整为 ${quantity}`;
