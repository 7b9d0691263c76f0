import { type Kysely, sql } from 'kysely';

/** Where a good stands among those of its name, so that lists can mix names by an index. */
const STATEMENTS = [
  `ALTER TABLE goods ADD COLUMN name_rank integer NOT NULL DEFAULT 1`,
  `UPDATE goods SET name_rank = ranked.rank FROM (
    SELECT id, row_number() OVER (
      PARTITION BY coalesce(nullif(generic_name, ''), name), in_stock ORDER BY sales DESC, id
    ) AS rank FROM goods WHERE on_sale
  ) AS ranked WHERE ranked.id = goods.id AND ranked.rank <> goods.name_rank`,
  `DROP INDEX goods_usual`,
  `CREATE INDEX goods_usual ON goods (in_stock DESC, name_rank, sales DESC, id) WHERE on_sale`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
