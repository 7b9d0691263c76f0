import { type Kysely, sql } from 'kysely';

/**
 * Which of a company's lines were given to it: few, and with them its purchases are read from `bought_lines` alone, without
 * the lines of all its orders. Written with each line, whichever version of the shop writes it.
 */
const GIFTS = `SELECT orders.company_id, line.id FROM order_lines AS line JOIN orders ON orders.id = line.order_id
  WHERE line.gift`;

/** More lines than are written while the table is filled. */
const MEANWHILE = 100_000;

const STATEMENTS = [
  `CREATE TABLE bought_gifts (
    company_id integer NOT NULL,
    line_id integer NOT NULL,
    PRIMARY KEY (company_id, line_id)
  )`,
  // Before the trigger, which keeps others from writing lines until the transaction ends: most rows are written by then.
  `INSERT INTO bought_gifts (company_id, line_id) ${GIFTS}`,
  `CREATE FUNCTION note_bought_gift() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO bought_gifts (company_id, line_id)
      SELECT company_id, NEW.id FROM orders WHERE id = NEW.order_id ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER order_lines_gift AFTER INSERT OR UPDATE OF gift ON order_lines FOR EACH ROW WHEN (NEW.gift)
    EXECUTE FUNCTION note_bought_gift()`,
  `INSERT INTO bought_gifts (company_id, line_id)
    ${GIFTS} AND line.id > (SELECT max(id) FROM order_lines) - ${MEANWHILE} ON CONFLICT DO NOTHING`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
