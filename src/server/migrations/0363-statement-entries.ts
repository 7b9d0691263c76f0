import { type Kysely, sql } from 'kysely';

/**
 * What the shop's sales received for a company's orders and gave back, by company and time, so that a statement is summed up
 * without looking at each order of the company. Written with each entry of the ledger, whichever version of the shop writes
 * it; the ledger is append-only, and so is this.
 */
const ENTRIES = `SELECT orders.company_id, ledger.created_at, ledger.id, ledger.order_id,
    CASE sales.id WHEN ledger.to_account THEN ledger.amount ELSE -ledger.amount END
  FROM ledger JOIN orders ON orders.id = ledger.order_id
  JOIN accounts AS sales ON sales.kind = 'sales' AND sales.company_id IS NULL
    AND sales.id IN (ledger.from_account, ledger.to_account)`;

const COLUMNS = 'company_id, created_at, ledger_id, order_id, change_fen';

/** More entries than are written while the table is filled. */
const MEANWHILE = 100_000;

const STATEMENTS = [
  `CREATE TABLE statement_entries (
    company_id integer NOT NULL,
    created_at bigint NOT NULL,
    ledger_id bigint NOT NULL,
    order_id integer NOT NULL,
    change_fen bigint NOT NULL,
    PRIMARY KEY (company_id, created_at, ledger_id) INCLUDE (order_id, change_fen)
  )`,
  // Before the trigger, which keeps others from writing to the ledger until the transaction ends: most is written by then.
  `INSERT INTO statement_entries (${COLUMNS}) ${ENTRIES} ORDER BY 1, 2, 3`,
  `CREATE FUNCTION note_statement_entry() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO statement_entries (${COLUMNS})
      SELECT orders.company_id, NEW.created_at, NEW.id, NEW.order_id,
        CASE sales.id WHEN NEW.to_account THEN NEW.amount ELSE -NEW.amount END
      FROM accounts AS sales, orders
      WHERE sales.kind = 'sales' AND sales.company_id IS NULL AND sales.id IN (NEW.from_account, NEW.to_account)
        AND orders.id = NEW.order_id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER ledger_stated AFTER INSERT ON ledger FOR EACH ROW WHEN (NEW.order_id IS NOT NULL)
    EXECUTE FUNCTION note_statement_entry()`,
  `INSERT INTO statement_entries (${COLUMNS}) ${ENTRIES}
    WHERE ledger.id > (SELECT max(id) FROM ledger) - ${MEANWHILE} ON CONFLICT DO NOTHING`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
