import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/db/schema.ts';
import { countInColumns } from './columns/count.ts';
import { columnsOf } from './columns/kept-columns.ts';
import { selectIds } from './columns/select.ts';
import { type Condition, conditionSql } from './condition.ts';
import { type Counts, type Dimension, type Limits, priceBounds, type Values } from './dimensions.ts';
import { yearAhead } from './filter.ts';

/** What goods are counted by, as SQL on `goods`. */
const COLUMNS: Readonly<Record<Exclude<Dimension, 'expiry' | 'price'>, RawBuilder<unknown>>> = {
  category: sql.ref('goods.category_id'),
  maker: sql.ref('goods.maker_id'),
  origin: sql.ref('goods.origin'),
  grade: sql.ref('goods.grade'),
  standard: sql.ref('goods.standard'),
  device_class: sql.ref('goods.device_class'),
  form: sql.ref('goods.dosage_form'),
  stock: sql.ref('goods.in_stock'),
};

/**
 * How many goods a condition leaves, and how many of them have each value of each dimension, in one pass: over the columns in
 * memory where the shop has many goods. Controlled goods have no price here: it depends on the company which of them it sees.
 */
export async function countBy(
  db: Db,
  condition: Condition,
  dimensions: readonly Dimension[],
  limits: Limits,
): Promise<Counts> {
  const columns = await columnsOf(db, limits.now);
  return columns
    ? countInColumns(columns, await selectIds(db, columns, condition), dimensions, limits)
    : countInDatabase(db, condition, dimensions, limits);
}

/** The same, by the database alone. */
export async function countInDatabase(
  db: Db,
  condition: Condition,
  dimensions: readonly Dimension[],
  limits: Limits,
): Promise<Counts> {
  const expressions = {
    ...COLUMNS,
    expiry: expiryOf(limits),
    price: sql`CASE WHEN NOT goods.controlled THEN ${priceBucket(limits)} END`,
  };
  const columns = dimensions.map((dimension) => sql.ref(dimension));
  const selected = dimensions.map((dimension) => sql`${expressions[dimension]} AS ${sql.ref(dimension)}`);
  const cases = dimensions.map(
    (dimension, index) => sql`WHEN grouping(${columns[index]}) = 0 THEN ${sql.lit(dimension)}`,
  );
  const { rows } = await sql<{ dimension: Dimension | null; value: string | null; total: number }>`
    SELECT CASE ${sql.join(cases, sql` `)} END AS dimension,
      coalesce(${sql.join(columns.map((column) => sql`${column}::text`))}) AS value, count(*) AS total
    FROM (SELECT ${sql.join(selected)} FROM goods WHERE ${conditionSql(condition)}) AS found
    GROUP BY GROUPING SETS (${sql.join(columns.map((column) => sql`(${column})`))}, ())
    ORDER BY total DESC, value`.execute(db);
  const of = new Map<Dimension, Map<string, number>>(dimensions.map((dimension) => [dimension, new Map()]));
  for (const { dimension, value, total } of rows) {
    if (dimension !== null && value !== null) of.get(dimension)?.set(value, total);
  }
  return {
    total: rows.find(({ dimension }) => dimension === null)?.total ?? 0,
    of: (dimension) => of.get(dimension) ?? new Map(),
  };
}

/** How many goods that the condition leaves are in each range of prices. */
export async function countPrices(db: Db, condition: Condition, limits: Limits): Promise<Values> {
  const { rows } = await sql<{ value: string; total: number }>`
    SELECT price::text AS value, count(*) AS total
    FROM (SELECT ${priceBucket(limits)} AS price FROM goods WHERE ${conditionSql(condition)}) AS found GROUP BY price`.execute(
    db,
  );
  return new Map(rows.map(({ value, total }) => [value, total]));
}

function expiryOf({ now, nearBefore }: Limits): RawBuilder<unknown> {
  const year = yearAhead(now);
  return sql`CASE WHEN goods.expires <= ${nearBefore} THEN 'near' WHEN goods.expires <= ${year} THEN 'mid'
    WHEN goods.expires > ${year} THEN '12' END`;
}

/**
 * The number of the bucket that a price is in. A step is a bucket of its own, between those of what is less and what is
 * more: a good that costs exactly as much belongs to both ranges beside it.
 */
function priceBucket({ priceSteps }: Limits): RawBuilder<number> {
  return sql`width_bucket(goods.price_fen, ${priceBounds(priceSteps)}::integer[])`;
}
