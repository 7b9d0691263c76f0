import { type Kysely, sql } from 'kysely';

/**
 * What an order counts for towards the free shipping of later purchases, as it was placed: every pricing of a cart adds that
 * up over all orders that are still to be shipped, and would read all their lines. Null where it is not known: of orders that
 * the version before writes, and once a line has changed, whichever version changes it; its lines are added up then.
 */
const STATEMENTS = [
  'ALTER TABLE orders ADD COLUMN support_fen bigint',
  `CREATE FUNCTION forget_support_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE orders SET support_fen = NULL WHERE id = NEW.order_id AND support_fen IS NOT NULL;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER order_lines_support_turned AFTER UPDATE OF payable_fen, refunded_fen, yx ON order_lines FOR EACH ROW
    WHEN ((OLD.payable_fen, OLD.refunded_fen, OLD.yx) IS DISTINCT FROM (NEW.payable_fen, NEW.refunded_fen, NEW.yx))
    EXECUTE FUNCTION forget_support_of_order()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
