import { type Kysely, sql } from 'kysely';

/**
 * What jobs have to look at again, noted by the transaction that changes it, so that no job reads every order or good. Notes
 * are appended and taken: nobody who sells or ships waits for a row that all of them update.
 */

/** States in which an order counts as sold. */
const SOLD = '(20, 30, 35, 40, 50)';

/** The day of the shop's clock, as a number since 1970. */
const DAY_OF_ORDER = '((orders.created_at + 28800) / 86400)::integer';
const TODAY = '((extract(epoch FROM now())::bigint + 28800) / 86400)::integer';
const LATELY = 30;

/** The name that a good is ranked by. */
const named = (row: string) => `coalesce(nullif(${row}.generic_name, ''), ${row}.name)`;

const SALES = [
  `CREATE TABLE sold_notes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id integer NOT NULL,
    sign smallint NOT NULL CHECK (sign IN (1, -1))
  )`,
  `CREATE TABLE sold_days (
    goods_id integer NOT NULL REFERENCES goods ON DELETE CASCADE,
    day integer NOT NULL,
    units bigint NOT NULL,
    PRIMARY KEY (goods_id, day)
  )`,
  'CREATE INDEX sold_days_day ON sold_days (day)',
  `CREATE FUNCTION note_sold() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO sold_notes (order_id, sign) VALUES (NEW.id, CASE WHEN NEW.status IN ${SOLD} THEN 1 ELSE -1 END);
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER orders_sold_added AFTER INSERT ON orders FOR EACH ROW
    WHEN (NEW.status IN ${SOLD}) EXECUTE FUNCTION note_sold()`,
  `CREATE TRIGGER orders_sold_turned AFTER UPDATE OF status ON orders FOR EACH ROW
    WHEN ((OLD.status IN ${SOLD}) <> (NEW.status IN ${SOLD})) EXECUTE FUNCTION note_sold()`,
  `INSERT INTO sold_days (goods_id, day, units)
    SELECT goods_id, ${DAY_OF_ORDER}, sum(order_lines.number) FROM orders JOIN order_lines ON order_id = orders.id
    WHERE orders.created_at >= (${TODAY} - ${LATELY})::bigint * 86400 AND ${DAY_OF_ORDER} > ${TODAY} - ${LATELY}
      AND status IN ${SOLD} AND NOT gift
    GROUP BY 1, 2`,
  `UPDATE goods SET units_sold = counted.units, units_sold_lately = counted.lately FROM (
      SELECT goods.id, coalesce(sold.units, 0) AS units, coalesce(recent.units, 0) AS lately FROM goods
      LEFT JOIN (SELECT goods_id, sum(order_lines.number) AS units FROM order_lines JOIN orders ON orders.id = order_id
        WHERE status IN ${SOLD} AND NOT gift GROUP BY 1) AS sold ON sold.goods_id = goods.id
      LEFT JOIN (SELECT goods_id, sum(units) AS units FROM sold_days GROUP BY 1) AS recent ON recent.goods_id = goods.id
    ) AS counted
    WHERE counted.id = goods.id AND (units_sold, units_sold_lately) IS DISTINCT FROM (counted.units, counted.lately)`,
];

const RANKS = [
  `CREATE TABLE rank_notes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL
  )`,
  `CREATE INDEX goods_ranked ON goods (${named('goods')}, in_stock, sales DESC, id) WHERE on_sale`,
  `CREATE FUNCTION note_new_ranks() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO rank_notes (name) SELECT DISTINCT ${named('changed')} FROM changed WHERE on_sale;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER goods_rank_added AFTER INSERT ON goods
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_new_ranks()`,
  `CREATE TRIGGER goods_rank_removed AFTER DELETE ON goods
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_new_ranks()`,
  `CREATE FUNCTION note_ranks() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO rank_notes (name) SELECT ${named('OLD')} UNION SELECT ${named('NEW')};
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER goods_rank_turned AFTER UPDATE OF on_sale, in_stock, sales, name, generic_name ON goods FOR EACH ROW
    WHEN ((OLD.on_sale OR NEW.on_sale) AND (OLD.on_sale, OLD.in_stock, OLD.sales, ${named('OLD')})
      IS DISTINCT FROM (NEW.on_sale, NEW.in_stock, NEW.sales, ${named('NEW')}))
    EXECUTE FUNCTION note_ranks()`,
  `INSERT INTO rank_notes (name) SELECT DISTINCT ${named('goods')} FROM goods WHERE on_sale`,
];

/** How many goods are on sale, and how many of them are out of stock, in the rows of a table. */
const stockOf = (table: string) =>
  `SELECT count(*) AS on_sale, count(*) FILTER (WHERE NOT in_stock) AS out_of_stock FROM ${table} WHERE on_sale`;

const counter = (name: string, sign: string, table: string) =>
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO stock_notes (on_sale, out_of_stock)
      SELECT ${sign}on_sale, ${sign}out_of_stock FROM (${stockOf(table)}) AS counted WHERE on_sale > 0;
    RETURN NULL;
  END $$`;

const STOCK = [
  `CREATE TABLE stock_notes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    on_sale integer NOT NULL,
    out_of_stock integer NOT NULL
  )`,
  // One row.
  `CREATE TABLE stock_totals (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    on_sale integer NOT NULL,
    out_of_stock integer NOT NULL
  )`,
  counter('note_stock_added', '', 'changed'),
  counter('note_stock_removed', '-', 'changed'),
  `CREATE TRIGGER goods_stock_noted_added AFTER INSERT ON goods
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_stock_added()`,
  `CREATE TRIGGER goods_stock_noted_removed AFTER DELETE ON goods
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_stock_removed()`,
  `CREATE FUNCTION note_stock() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO stock_notes (on_sale, out_of_stock) VALUES (
      NEW.on_sale::integer - OLD.on_sale::integer,
      (NEW.on_sale AND NOT NEW.in_stock)::integer - (OLD.on_sale AND NOT OLD.in_stock)::integer);
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER goods_stock_noted_turned AFTER UPDATE OF on_sale, in_stock ON goods FOR EACH ROW
    WHEN ((OLD.on_sale, OLD.on_sale AND OLD.in_stock) IS DISTINCT FROM (NEW.on_sale, NEW.on_sale AND NEW.in_stock))
    EXECUTE FUNCTION note_stock()`,
  `INSERT INTO stock_totals (on_sale, out_of_stock) ${stockOf('goods')}`,
];

const ALERTS = [
  `CREATE TABLE alert_notes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    goods_id integer,
    company_id integer,
    due_at bigint NOT NULL DEFAULT 0,
    CHECK (num_nonnulls(goods_id, company_id) = 1)
  )`,
  'CREATE INDEX alert_notes_due ON alert_notes (due_at, id)',
  'CREATE INDEX goods_alerts_company ON goods_alerts (company_id) WHERE fired_at IS NULL',
  `CREATE FUNCTION note_alerts_of_good() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO alert_notes (goods_id) VALUES (NEW.id);
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER goods_alerts_due AFTER UPDATE OF on_sale, in_stock, price_fen ON goods FOR EACH ROW
    WHEN (NEW.on_sale AND (NOT OLD.on_sale OR NEW.in_stock AND NOT OLD.in_stock OR NEW.price_fen < OLD.price_fen))
    EXECUTE FUNCTION note_alerts_of_good()`,
  `CREATE FUNCTION note_alerts_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO alert_notes (goods_id) SELECT DISTINCT goods_id FROM changed;
    RETURN NULL;
  END $$`,
  ...[
    ['level_prices', 'INSERT', 'NEW'],
    ['level_prices', 'UPDATE', 'NEW'],
    ['level_prices', 'DELETE', 'OLD'],
    ['goods_alerts', 'INSERT', 'NEW'],
  ].map(
    ([
      table,
      event,
      rows,
    ]) => `CREATE TRIGGER ${table}_alerts_${event?.toLowerCase()} AFTER ${event} ON ${table}
      REFERENCING ${rows} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alerts_of_rows()`,
  ),
  // An offer is due when its promotion opens.
  `CREATE FUNCTION note_alerts_of_offers() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO alert_notes (goods_id, due_at)
      SELECT DISTINCT goods_id, starts_at FROM changed JOIN promotions ON promotions.id = promotion_id
      WHERE price_fen IS NOT NULL;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER promotion_goods_alerts_insert AFTER INSERT ON promotion_goods
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alerts_of_offers()`,
  `CREATE FUNCTION note_alerts_of_offer() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO alert_notes (goods_id, due_at)
      SELECT NEW.goods_id, starts_at FROM promotions WHERE id = NEW.promotion_id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER promotion_goods_alerts_update AFTER UPDATE ON promotion_goods FOR EACH ROW
    WHEN (NEW.price_fen IS NOT NULL AND (
      (NEW.promotion_id, NEW.goods_id, NEW.price_fen) IS DISTINCT FROM (OLD.promotion_id, OLD.goods_id, OLD.price_fen)
      OR NEW.sold < NEW.stock AND (OLD.sold < OLD.stock) IS NOT TRUE))
    EXECUTE FUNCTION note_alerts_of_offer()`,
  `CREATE FUNCTION note_alerts_of_promotion() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO alert_notes (goods_id, due_at)
      SELECT DISTINCT goods_id, NEW.starts_at FROM promotion_goods
      WHERE promotion_id = NEW.id AND price_fen IS NOT NULL;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER promotions_alerts AFTER UPDATE OF kind, starts_at, ends_at, withdrawn ON promotions FOR EACH ROW
    WHEN (NOT NEW.withdrawn AND (NEW.kind, NEW.starts_at, NEW.ends_at, NEW.withdrawn)
      IS DISTINCT FROM (OLD.kind, OLD.starts_at, OLD.ends_at, OLD.withdrawn))
    EXECUTE FUNCTION note_alerts_of_promotion()`,
  `CREATE FUNCTION note_alerts_of_company() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO alert_notes (company_id) VALUES (NEW.id);
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER companies_alerts AFTER UPDATE OF level ON companies FOR EACH ROW
    WHEN (NEW.level <> OLD.level) EXECUTE FUNCTION note_alerts_of_company()`,
  `INSERT INTO alert_notes (goods_id) SELECT DISTINCT goods_id FROM goods_alerts WHERE fired_at IS NULL`,
  `INSERT INTO alert_notes (goods_id, due_at)
    SELECT DISTINCT goods_id, starts_at FROM promotion_goods JOIN promotions ON promotions.id = promotion_id
    WHERE price_fen IS NOT NULL AND starts_at > extract(epoch FROM now())`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...SALES, ...RANKS, ...STOCK, ...ALERTS]) await sql.raw(statement).execute(db);
}
