import type { Calls } from '#generated/calls.ts';
import type { Offer } from '#shop/domain/promotions/promotion.ts';
import type { Actor } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { defineSheetImport, type RowOutcome } from '../../../kernel/sheet-imports/sheet-import.ts';
import type { Cells } from '../../../kernel/sheets/columns.ts';
import { COLUMNS, type Column, columnLabel, ROLES } from '../rules/import-columns.ts';
import { type EditedPromotion, editedPromotion, putOffer } from './put-goods.ts';

/** Adds goods to a promotion from a sheet, or changes their figures. */
export const promotionSheet = defineSheetImport<Column>('promotion', {
  columns: COLUMNS,
  hasRequired: (found) => found.has('code'),
  missingColumns: '第一行应是列名：货号（或条码），以及 类别、活动价、件数、活动库存、每家限购 中要填的几列',
  open: (db, actor, about) => putRows(db, actor, about),
});

/** Returns a function that saves one row in the promotion; null when the promotion does not exist. */
export async function putRows(
  db: Db,
  actor: Actor,
  promotionId: number,
): Promise<((cells: Cells<Column>) => Promise<RowOutcome>) | null> {
  const found = await editedPromotion(db, promotionId);
  if (found === null) return null;
  let promotion = found;
  return async (cells) => {
    const code = cells.code ?? '';
    const goods = await findGoods(db, code);
    if (!goods)
      return { label: code, ok: false, text: code === '' ? '没有货号' : '没有这个货号或条码的商品' };
    const label = `${code} ${goods.name}`;
    const input = inputOf(promotion, cells, goods.id);
    if (typeof input === 'string') return { label, ok: false, text: input };
    const put = await putOffer(db, actor, promotion, input);
    if (!put.ok) return { label, ok: false, text: put.message.replace(`${goods.name}：`, '') };
    ({ promotion } = put);
    return { label, ok: true, text: put.isNew ? '已加入' : '已修改' };
  };
}

function findGoods(db: Db, code: string) {
  if (code === '') return undefined;
  return db
    .selectFrom('goods')
    .where((eb) => eb.or([eb('code', '=', code.toUpperCase()), eb('barcode', '=', code)]))
    .orderBy('on_sale', 'desc')
    .select(['id', 'name'])
    .executeTakeFirst();
}

/** The input of a row; a text when the row is wrong. */
function inputOf(
  { kind: { form, name } }: EditedPromotion,
  cells: Cells<Column>,
  goodsId: number,
): Calls['ops-promotion.put']['body'] | string {
  const role = roleOf(cells.role, form.roles);
  if (role === undefined)
    return `${name}里没有“${cells.role ?? ''}”，类别填 ${form.roles.map((one) => ROLES[one]).join(' 或 ')}`;
  const input: Calls['ops-promotion.put']['body'] = { goods_id: goodsId, role };
  for (const column of ['price', 'number', 'stock', 'limit'] as const) {
    const text = cells[column];
    if (text === undefined) continue;
    if (!form.goodsFields.includes(column) || !form.goodsFieldRoles.includes(role)) {
      return `${name}的${ROLES[role]}不填${columnLabel(column)}`;
    }
    if (!FIGURES[column].test(text))
      return `${columnLabel(column)}“${text}”${column === 'price' ? '不是金额' : '不是不小于 1 的整数'}`;
    input[column === 'limit' ? 'member_limit' : column] = Number(text);
  }
  return input;
}

const WHOLE = /^[1-9]\d{0,5}$/;
const FIGURES = {
  price: /^\d{1,6}(\.\d{1,2})?$/,
  number: /^[1-9]\d{0,2}$/,
  stock: WHOLE,
  limit: WHOLE,
} as const;

function roleOf(text: string | undefined, roles: readonly Offer['role'][]): Offer['role'] | undefined {
  return text === undefined ? roles[0] : roles.find((role) => ROLES[role] === text);
}
