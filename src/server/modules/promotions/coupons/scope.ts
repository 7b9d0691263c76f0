import type { Calls } from '#generated/calls.ts';
import type { Option } from '#generated/schemas.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Refused, refuseField } from '../../../kernel/result/answer.ts';
import { categoryPaths } from './company-coupons.ts';

type ScopeInput = Pick<Calls['ops-coupon.save']['body'], 'scope' | 'categories' | 'brands' | 'goods'>;

/** Scope of a coupon: the ids of its categories, brands or goods, and the text that buyers read. */
export interface Scope {
  ids: number[];
  text: string;
}

/** Most goods that one coupon may name. */
const MAX_GOODS = 500;

/** Reads the scope from the form: categories and brands by id, goods by 货号 or barcode. */
export async function readScope(db: Db, input: ScopeInput): Promise<Scope | Refused> {
  if (input.scope === 'all') return { ids: [], text: '全场通用' };
  if (input.scope === 'goods') return goodsScope(db, input.goods ?? '');
  const [field, table, label] =
    input.scope === 'category'
      ? (['categories', 'categories', '分类'] as const)
      : (['brands', 'brands', '品牌'] as const);
  const ids = [...new Set(input[field] ?? [])];
  if (ids.length === 0) return refuseField(field, `请选择${label}`);
  const rows = await db
    .selectFrom(table)
    .where('id', 'in', ids)
    .orderBy('id')
    .select(['id', 'name'])
    .execute();
  return rows.length < ids.length ? refuseField(field, `有${label}已经不在了，请重新选择`) : scopeOf(rows);
}

async function goodsScope(db: Db, text: string): Promise<Scope | Refused> {
  const codes = [...new Set(text.split(/[\s,，;；]+/).filter((code) => code !== ''))];
  if (codes.length === 0) return refuseField('goods', '请填写货号或条码');
  if (codes.length > MAX_GOODS) return refuseField('goods', `一种券最多指定 ${MAX_GOODS} 种商品`);
  const upperCodes = codes.map((code) => code.toUpperCase());
  const rows = await db
    .selectFrom('goods')
    .where((eb) => eb.or([eb('code', 'in', upperCodes), eb('barcode', 'in', upperCodes)]))
    .orderBy('id')
    .select(['id', 'name', 'code', 'barcode'])
    .execute();
  const known = new Set(rows.flatMap(({ code, barcode }) => [code, barcode]));
  const unknown = codes.filter((code) => !known.has(code.toUpperCase()));
  if (unknown.length > 0) {
    const rest = unknown.length > 3 ? ` 等 ${unknown.length} 个` : '';
    return refuseField('goods', `没有这个货号或条码的商品：${unknown.slice(0, 3).join('、')}${rest}`);
  }
  return scopeOf(rows);
}

function scopeOf(rows: readonly { id: number; name: string }[]): Scope {
  const names = rows.slice(0, 3).map(({ name }) => name);
  const rest = rows.length > 3 ? `等 ${rows.length} 项` : '';
  return { ids: rows.map(({ id }) => id), text: `限${names.join('、')}${rest}` };
}

/** The codes of goods, in the order of their ids. */
export async function codesOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('goods')
    .where('id', 'in', [...ids])
    .select(['id', 'code'])
    .execute();
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** Options of a coupon's scope: categories with their ancestors, and brands. */
export async function scopeChoices(db: Db): Promise<{ categories: Option[]; brands: Option[] }> {
  const pathOf = await categoryPaths(db);
  const categories = await db
    .selectFrom('categories')
    // The categories of 优选 mirror others; no good belongs to one directly.
    .where('tree', '<>', 'yx')
    .select(['id', 'name'])
    .execute();
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  const brands = await db
    .selectFrom('brands')
    .orderBy('position')
    .orderBy('id')
    .select(['id', 'name'])
    .execute();
  return {
    categories: categories
      .map(({ id }) => ({
        value: String(id),
        label: pathOf(id)
          .toReversed()
          .map((at) => names.get(at) ?? '')
          .join(' › '),
      }))
      .toSorted((a, b) => a.label.localeCompare(b.label, 'zh')),
    brands: brands.map(({ id, name }) => ({ value: String(id), label: name })),
  };
}
