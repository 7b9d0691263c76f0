import { type RawBuilder, sql } from 'kysely';
import { toFen } from '#shop/domain/money.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { yearAhead } from './filter.ts';

/** What goods are counted by, as SQL on `goods`. */
const COLUMNS = {
  category: sql.ref('goods.category_id'),
  maker: sql.ref('goods.maker_id'),
  origin: sql.ref('goods.origin'),
  grade: sql.ref('goods.grade'),
  standard: sql.ref('goods.standard'),
  device_class: sql.ref('goods.device_class'),
  form: sql.ref('goods.dosage_form'),
  stock: sql.ref('goods.in_stock'),
};

export type Dimension = keyof typeof COLUMNS | 'expiry' | 'price';

/** How many goods have each value, the most frequent first. */
export type Values = ReadonlyMap<string, number>;

/** Where the values of expiry and price begin and end. */
export interface Limits {
  now: number;
  /** `YYYY-MM-DD`; what expires up to then is near its expiry. */
  nearBefore: string;
  /** Limits of the ranges of prices, in yuan, rising. */
  priceSteps: readonly number[];
}

/**
 * How many goods a condition leaves, and how many of them have each value of each dimension, in one pass. Controlled
 * goods have no price here: it depends on the company which of them it sees.
 */
export async function countBy(
  db: Db,
  condition: RawBuilder<unknown>,
  dimensions: readonly Dimension[],
  limits: Limits,
): Promise<{ total: number; of: (dimension: Dimension) => Values }> {
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
    FROM (SELECT ${sql.join(selected)} FROM goods WHERE ${condition}) AS found
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
export async function countPrices(db: Db, condition: RawBuilder<unknown>, limits: Limits): Promise<Values> {
  const { rows } = await sql<{ value: string; total: number }>`
    SELECT price::text AS value, count(*) AS total
    FROM (SELECT ${priceBucket(limits)} AS price FROM goods WHERE ${condition}) AS found GROUP BY price`.execute(
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
  const bounds = priceSteps.map(toFen).flatMap((step) => [step, step + 1]);
  return sql`width_bucket(goods.price_fen, ${bounds}::integer[])`;
}
