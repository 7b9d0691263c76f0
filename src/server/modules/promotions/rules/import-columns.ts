import type { PromotionKind } from '#shop/domain/promotions/kind.ts';
import type { Columns } from '../../../kernel/sheets/columns.ts';

/** Names of the roles of goods in a promotion. */
export const ROLES = { goods: '商品', gift: '赠品', exchange: '换购' } as const;

/** Columns of a sheet of goods in a promotion. */
export type Column = 'code' | 'role' | PromotionKind['form']['goodsFields'][number];

export const COLUMNS: Columns<Column> = {
  code: ['货号', '商品编码', '编码', '商品条码', '条码'],
  role: ['类别'],
  price: ['活动价', '价格'],
  number: ['件数'],
  stock: ['活动库存', '库存'],
  limit: ['每家限购', '限购'],
};

/** Name of a column in messages. */
export const columnLabel = (column: Column): string => COLUMNS[column][0] ?? '';

/** Instructions for the sheet of a kind (Chinese text). */
export function importHint({ form: { goodsFields, roles } }: PromotionKind): string {
  const more = goodsFields.map(columnLabel).join('、');
  const kinds = roles.map((role) => ROLES[role]).join('、');
  return [
    'Excel（.xlsx）或 CSV，第一行是列名：货号（或条码）',
    more && `，以及 ${more} 中要填的几列`,
    roles.length > 1 && `；类别填 ${kinds}，空着是${ROLES[roles[0] ?? 'goods']}`,
    '。每一行都有结果。',
  ]
    .filter(Boolean)
    .join('');
}
