import { type RawBuilder, sql } from 'kysely';

/** Columns of `goods` that say yes or no. */
export const FLAGS = ['on_sale', 'in_stock', 'controlled', 'hm', 'yx'] as const;
export const TEXTS = ['dosage_form', 'origin', 'grade', 'standard', 'device_class', 'name', 'spec'] as const;

export type Flag = (typeof FLAGS)[number];
export type NumberColumn = 'id' | 'category_id' | 'maker_id';
export type TextColumn = (typeof TEXTS)[number];
/** Columns that have an order; `expires` is `YYYY-MM-DD`. */
export type RangeColumn = 'price_fen' | 'created_at' | 'expires';

/**
 * What a good must be, as data: asked of the database as SQL, or of the columns in memory. `among` is a query of one column
 * that the column must be among.
 */
export type Condition =
  | { flag: Flag; is: boolean }
  | { column: NumberColumn; in: readonly number[] }
  | { column: NumberColumn; among: RawBuilder<unknown> }
  | { column: TextColumn; in: readonly string[] }
  | { column: RangeColumn; least?: number | string; above?: number | string; most?: number | string }
  | { all: readonly Condition[] }
  | { any: readonly Condition[] };

/** SQL on the row of `goods`. */
export function conditionSql(condition: Condition): RawBuilder<unknown> {
  if ('all' in condition) return joined(condition.all, sql` AND `, sql`true`);
  if ('any' in condition) return joined(condition.any, sql` OR `, sql`false`);
  if ('flag' in condition) {
    const flag = sql.ref(`goods.${condition.flag}`);
    return condition.is ? flag : sql`NOT ${flag}`;
  }
  const column = sql.ref(`goods.${condition.column}`);
  // As an array the subquery runs once, and goods are found by their key.
  if ('among' in condition) return sql`${column} = ANY(ARRAY(${condition.among}))`;
  if ('in' in condition) {
    if (condition.in.length === 1) return sql`${column} = ${condition.in[0]}`;
    const type = condition.column in TEXT_COLUMNS ? sql`text[]` : sql`integer[]`;
    return sql`${column} = ANY(${condition.in}::${type})`;
  }
  const { least, above, most } = condition;
  const bounds = [
    ...(least === undefined ? [] : [sql`${column} >= ${least}`]),
    ...(above === undefined ? [] : [sql`${column} > ${above}`]),
    ...(most === undefined ? [] : [sql`${column} <= ${most}`]),
  ];
  return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` AND `);
}

const TEXT_COLUMNS: Readonly<Record<string, true>> = Object.fromEntries(TEXTS.map((name) => [name, true]));

const joined = (parts: readonly Condition[], by: RawBuilder<unknown>, none: RawBuilder<unknown>) =>
  parts.length === 0 ? none : sql`(${sql.join(parts.map(conditionSql), by)})`;
