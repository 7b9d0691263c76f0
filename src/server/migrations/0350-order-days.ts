import { type Kysely, sql } from 'kysely';

/**
 * What the orders of a day brought, so that those of a month are not read again for every look at the trends. A refund or a
 * shortage changes it long after the day: it is noted then, and the day counts as unknown until it is counted anew. Notes are
 * appended: nobody who pays or gives back waits for a row that others update.
 */

/** The day of the shop's clock, as a number since 1970. */
const DAY_OF_ORDER = '((created_at + 28800) / 86400)::integer';

/** No day is kept before it has been over for twice as long: what happens to a young order needs no note. */
const isOld = (row: string) => `${row}.created_at < extract(epoch FROM now()) - 3600`;

/** What of an order and of its line is summed up. */
const ORDER = ['paid_at', 'status', 'goods_fen', 'shipping_fen', 'payable_fen'];
const LINE = ['payable_fen', 'refunded_fen', 'cost_fen', 'number', 'short', 'returned'];

/** A closed order earned nothing; its other states make no difference, nor when it was paid. */
const values = (row: string) =>
  `(${row}.paid_at IS NULL, ${row}.status = -12, ${row}.goods_fen, ${row}.shipping_fen, ${row}.payable_fen)`;

const columns = (row: string, names: readonly string[]) => names.map((name) => `${row}.${name}`).join(', ');

const STATEMENTS = [
  `CREATE TABLE order_days (
    day integer PRIMARY KEY,
    orders integer NOT NULL,
    goods_fen bigint NOT NULL,
    reduce_fen bigint NOT NULL,
    sales_fen bigint NOT NULL,
    cost_fen bigint NOT NULL,
    known_lines integer NOT NULL,
    unknown_lines integer NOT NULL
  )`,
  `CREATE TABLE order_day_notes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    day integer NOT NULL
  )`,
  'CREATE INDEX order_day_notes_day ON order_day_notes (day)',
  `CREATE FUNCTION note_order_day() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO order_day_notes (day) SELECT ${DAY_OF_ORDER} FROM (SELECT NEW.created_at) AS changed;
    RETURN NULL;
  END $$`,
  // Its lines are written with it.
  `CREATE TRIGGER orders_day_added AFTER INSERT ON orders FOR EACH ROW
    WHEN (NEW.paid_at IS NOT NULL AND ${isOld('NEW')}) EXECUTE FUNCTION note_order_day()`,
  `CREATE TRIGGER orders_day_turned AFTER UPDATE OF ${ORDER.join(', ')} ON orders FOR EACH ROW
    WHEN (${values('OLD')} IS DISTINCT FROM ${values('NEW')} AND ${isOld('NEW')}) EXECUTE FUNCTION note_order_day()`,
  `CREATE FUNCTION note_day_of_line() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO order_day_notes (day) SELECT ${DAY_OF_ORDER} FROM orders
      WHERE id = NEW.order_id AND ${isOld('orders')};
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER order_lines_day_turned AFTER UPDATE OF ${LINE.join(', ')} ON order_lines FOR EACH ROW
    WHEN ((${columns('OLD', LINE)}) IS DISTINCT FROM (${columns('NEW', LINE)})) EXECUTE FUNCTION note_day_of_line()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
