import type { Db } from '../../../kernel/db/schema.ts';
import { multipleOf } from '../../pricing/index.ts';
import { type Description, fitting, goodsByName } from './match-names.ts';
import { MAX_QUANTITY, wholeNumber } from './numbers.ts';

/** A row of an order sheet: a code or a description of the good, and the quantity. */
export interface CodeRow extends Description {
  /** 商品编码 or 条码 */
  code: string;
  /** As it was written. */
  number: string;
}

/** A row of a sheet or a paste with its number: the first row is 1. */
export interface OrderSheetRow extends CodeRow {
  row: number;
  /** Its cells as they were written, for who has to check it. */
  cells?: readonly string[];
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
  /** It was found by its name, which the buyer is to check. */
  byName: boolean;
}

/** The match of a row: its good and quantity, or the problem with the goods that may be meant. */
export type CodeMatch = MatchedGoods | { problem: string; similar: number[] };

/** Matches rows to goods by code or bar code, else by name, spec and maker, with two queries for any number of rows. */
export async function matchCodes(db: Db, rows: readonly CodeRow[]): Promise<CodeMatch[]> {
  const named = await goodsByName(
    db,
    rows.map(({ name = '' }) => name),
  );
  const similar = rows.map((row) => fitting(named.get(row.name ?? '') ?? [], row).map(({ id }) => id));
  // A name alone may be that of another strength.
  const byName = rows.map(({ code, spec = '' }, index) => {
    const [only, ...others] = similar[index] ?? [];
    return code === '' && spec !== '' && others.length === 0 ? only : undefined;
  });
  const codes = [...new Set(rows.map(({ code }) => code).filter(Boolean))];
  const ids = [...new Set(byName.filter((id) => id !== undefined))];
  const goods = codes.length + ids.length === 0 ? [] : await findGoods(db, codes, ids);
  const byId = new Map(goods.map((good) => [good.id, good]));
  const byCode = new Map(goods.map((good) => [good.code, good]));
  const byBarcode = Map.groupBy(goods, ({ barcode }) => barcode);

  return rows.map((row, index): CodeMatch => {
    const { code, number } = row;
    const namedId = byName[index];
    const same = code === '' ? [] : (byBarcode.get(code) ?? []);
    const byNumber =
      code === '' ? undefined : (byCode.get(code) ?? (same.length === 1 ? same[0] : undefined));
    const good = namedId === undefined ? byNumber : byId.get(namedId);
    if (good === undefined) {
      const fits = similar[index] ?? [];
      const namesakes = (named.get(row.name ?? '') ?? []).map(({ id }) => id);
      const problem = problemOf(row, same.length, fits.length);
      return { problem, similar: fits.length > 0 ? fits : namesakes };
    }
    const requested = wholeNumber(number);
    if (requested === null) return { problem: `数量应是 1 到 ${MAX_QUANTITY} 的整数`, similar: [good.id] };
    const step = multipleOf(good);
    const toSaleable = (wanted: number) => Math.ceil(Math.max(wanted, good.min_number) / step) * step;
    return {
      goodsId: good.id,
      name: good.name,
      spec: good.spec,
      requested,
      quantity: toSaleable(requested),
      toSaleable,
      byName: namedId !== undefined,
    };
  });
}

function problemOf({ code, name = '' }: CodeRow, ofBarcode: number, ofName: number): string {
  if (ofBarcode > 1) return '这个条码对应多个商品，请改用商品编码';
  if (code !== '') return '没有这个编码或条码的商品';
  if (name === '') return '缺少编码或条码';
  return ofName > 0 ? `有 ${ofName} 个这样的商品，请选一个` : '没有这个品名、规格与厂家的商品';
}

function findGoods(db: Db, codes: readonly string[], ids: readonly number[]) {
  return db
    .selectFrom('goods')
    .where('on_sale', '=', true)
    .where((eb) =>
      eb.or([
        ...(codes.length > 0 ? [eb('code', 'in', codes), eb('barcode', 'in', codes)] : []),
        ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
      ]),
    )
    .orderBy('id')
    .select(['id', 'code', 'barcode', 'name', 'spec', 'split', 'zbz', 'min_number'])
    .execute();
}

/** Note about an adjusted quantity; empty where it is as requested. */
export const adjustedText = ({
  requested,
  quantity,
}: Pick<MatchedGoods, 'requested' | 'quantity'>): string =>
  quantity === requested ? '' : `按起购量与中包装调整为 ${quantity}`;
