import { type Kysely, sql } from 'kysely';

/**
 * The lines of a company by good, so that what it bought before is found without reading all its orders, or all sales of the
 * good. Written with each line, whichever version of the shop writes it.
 */
const LINES = `SELECT orders.company_id, line.goods_id, line.order_id, line.id FROM order_lines AS line
  JOIN orders ON orders.id = line.order_id`;

/** More lines than are written while the table is filled. */
const MEANWHILE = 100_000;

const STATEMENTS = [
  `CREATE TABLE bought_lines (
    company_id integer NOT NULL,
    goods_id integer NOT NULL,
    order_id integer NOT NULL,
    line_id integer NOT NULL,
    PRIMARY KEY (company_id, goods_id, order_id, line_id)
  )`,
  // Before the trigger, which keeps others from writing lines until the transaction ends: most rows are written by then.
  `INSERT INTO bought_lines (company_id, goods_id, order_id, line_id) ${LINES} ORDER BY 1, 2, 3, 4`,
  `CREATE FUNCTION note_bought_lines() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO bought_lines (company_id, goods_id, order_id, line_id)
      SELECT orders.company_id, added.goods_id, added.order_id, added.id FROM added
      JOIN orders ON orders.id = added.order_id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER order_lines_bought AFTER INSERT ON order_lines
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_bought_lines()`,
  `INSERT INTO bought_lines (company_id, goods_id, order_id, line_id)
    ${LINES} WHERE line.id > (SELECT max(id) FROM order_lines) - ${MEANWHILE} ON CONFLICT DO NOTHING`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
