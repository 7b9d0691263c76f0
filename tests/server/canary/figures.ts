import { sql } from 'kysely';
import type { Db } from '#server/kernel/db/schema.ts';

/**
 * What a figure tells, and where the figures of its kind begin: a row's figure is that plus the row's id, which are six
 * digits that stand nowhere else. Prices end in `.37`.
 */
const KINDS = {
  retail: 980_000,
  base: 970_000,
  'level 2': 960_000,
  'level 3': 950_000,
  ladder: 940_000,
  promotion: 930_000,
  'last purchase': 920_000,
  favourite: 910_000,
  cost: 850_000,
  'cost of a line': 860_000,
  'stock of a batch': 830_000,
  'stock of an offer': 840_000,
} as const;

export type Kind = keyof typeof KINDS | 'stock of a good';

/** Finds the planted figures in a text. */
export type Finder = (text: string) => Set<Kind>;

const FEN = 37;

const price = (kind: Kind & keyof typeof KINDS, id = 'id') =>
  sql`(${sql.lit(KINDS[kind] * 100 + FEN)} + ${sql.ref(id)} * 100)`;

const quantity = (kind: Kind & keyof typeof KINDS) => sql`(${sql.lit(KINDS[kind])} + id)`;

/**
 * Gives every price and stock of the shop a figure that tells its kind. `last purchase` are the prices at which the
 * company `buyer` bought.
 */
export async function plantFigures(db: Db, buyer: number): Promise<Finder> {
  const levelPrices = ([2, 3] as const).map(
    (level) => sql`SELECT id, ${sql.lit(level)}, ${price(`level ${level}`)} FROM goods`,
  );
  const bought = price('last purchase', 'order_lines.id');
  for (const statement of [
    sql`UPDATE goods SET price_fen = ${price('base')}, retail_fen = ${price('retail')},
      cost_fen = ${price('cost')}`,
    sql`DELETE FROM level_prices`,
    sql`INSERT INTO level_prices (goods_id, level, price_fen) ${sql.join(levelPrices, sql` UNION ALL `)}`,
    sql`UPDATE ladder_steps SET price_fen = ${price('ladder')}`,
    sql`UPDATE promotion_goods SET price_fen = ${price('promotion')} WHERE price_fen > 0`,
    sql`UPDATE promotion_goods SET stock = ${quantity('stock of an offer')} WHERE stock IS NOT NULL`,
    sql`UPDATE batches SET stock = ${quantity('stock of a batch')}`,
    sql`UPDATE favorites SET price_fen = ${price('favourite', 'goods_id')}`,
    sql`UPDATE order_lines SET cost_fen = ${price('cost of a line')}`,
    sql`UPDATE order_lines SET price_fen = ${bought}, amount_fen = number * ${bought},
      payable_fen = number * ${bought} - set_fen - manjian_fen - coupon_fen - voucher_fen
      WHERE NOT gift AND order_id IN (SELECT id FROM orders WHERE company_id = ${buyer})`,
  ])
    await statement.execute(db);
  return finderOf(await plantedFigures(db));
}

const ROWS = {
  goods: ['retail', 'cost', 'base', 'level 2', 'level 3', 'favourite'],
  ladder_steps: ['ladder'],
  promotion_goods: ['promotion', 'stock of an offer'],
  order_lines: ['last purchase', 'cost of a line'],
  batches: ['stock of a batch'],
} as const;

/** Digits -> kind: a quantity, or the yuan of a price, whatever follows them, or its fen. */
async function plantedFigures(db: Db): Promise<Map<string, Kind>> {
  const planted = new Map<string, Kind>();
  for (const [table, kinds] of Object.entries(ROWS)) {
    const { rows } = await sql<{ id: number }>`SELECT id FROM ${sql.table(table)}`.execute(db);
    for (const { id } of rows) {
      for (const kind of kinds) {
        planted.set(`${KINDS[kind] + id}`, kind);
        planted.set(`${(KINDS[kind] + id) * 100 + FEN}`, kind);
      }
    }
  }
  const sums = await db
    .selectFrom('batches')
    .select(sql<string>`sum(stock)`.as('stock'))
    .groupBy('goods_id')
    .having(sql<number>`count(*)`, '>', 1)
    .execute();
  for (const { stock } of sums) planted.set(stock, 'stock of a good');
  return planted;
}

/** Ids and digests: at random, some digits between their letters are a figure. */
const RANDOM = /\b(?:[0-9a-f]{32,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g;

/** Runs of digits, as they stand and with commas between the thousands. */
const finderOf =
  (planted: ReadonlyMap<string, Kind>): Finder =>
  (answer) => {
    const text = answer.replaceAll(RANDOM, '');
    const grouped = text.match(/\d{1,3}(?:,\d{3})+/g) ?? [];
    const digits = [...(text.match(/\d+/g) ?? []), ...grouped.map((one) => one.replaceAll(',', ''))];
    return new Set(digits.flatMap((one) => planted.get(one) ?? []));
  };
