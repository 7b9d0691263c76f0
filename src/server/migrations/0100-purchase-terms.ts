import { type Kysely, sql } from 'kysely';

/**
 * What a purchase was priced by, and which of its orders are paid and cancelled as one; what of refunds was withheld; and
 * what was announced to a buyer who asked for a refund.
 */
const STATEMENTS = [
  `ALTER TABLE purchases ADD COLUMN terms jsonb`,
  `ALTER TABLE orders
    ADD COLUMN joint boolean NOT NULL DEFAULT false,
    ADD COLUMN closed_by_shop boolean NOT NULL DEFAULT false,
    ADD COLUMN withheld_fen bigint NOT NULL DEFAULT 0 CHECK (withheld_fen >= 0),
    ADD CHECK (refunded_fen + withheld_fen <= paid_fen)`,
  // What was ordered at once so far, and of which nothing is paid, was cancelled as one; it is now paid so, too.
  `UPDATE orders SET joint = true WHERE status = 10 AND NOT hm AND purchase_id IN (
    SELECT purchase_id FROM orders WHERE NOT hm GROUP BY purchase_id
    HAVING count(*) > 1 AND bool_and(status = 10 AND paid_fen = 0))`,
  `ALTER TABLE order_lines
    ADD COLUMN piece integer,
    ADD COLUMN protection_fen bigint NOT NULL DEFAULT 0 CHECK (protection_fen >= 0),
    ADD COLUMN protection_units integer NOT NULL DEFAULT 0 CHECK (protection_units >= 0)`,
  `CREATE TABLE shipping_supports (
    purchase_id integer NOT NULL REFERENCES purchases,
    order_id integer NOT NULL REFERENCES orders,
    amount_fen bigint NOT NULL CHECK (amount_fen > 0),
    withheld_fen bigint NOT NULL DEFAULT 0 CHECK (withheld_fen >= 0),
    PRIMARY KEY (purchase_id, order_id)
  )`,
  `CREATE INDEX shipping_supports_order ON shipping_supports (order_id)`,
  `ALTER TABLE claims
    ADD COLUMN withheld_fen bigint NOT NULL DEFAULT 0,
    ADD COLUMN closes boolean NOT NULL DEFAULT false`,
  `ALTER TABLE cancel_requests
    ADD COLUMN amount_fen bigint CHECK (amount_fen >= 0),
    ADD COLUMN withheld_fen bigint NOT NULL DEFAULT 0`,
  // What a price protection was granted stands with its lines from now on: of those that are open, each line in turn
  // takes as much as it still holds.
  `UPDATE claim_lines SET amount_fen = 0 FROM claims
    WHERE claims.id = claim_id AND kind = 14 AND status IN (10, 20, 30, 40)`,
  `WITH held AS (
    SELECT claim_id, line_id, min(batch_id) AS batch_id, max(payable_fen - refunded_fen) AS fen,
      max(claims.amount_fen) AS granted
    FROM claim_lines JOIN claims ON claims.id = claim_id JOIN order_lines ON order_lines.id = line_id
    WHERE kind = 14 AND status = 40 GROUP BY claim_id, line_id
  ), counted AS (
    SELECT *, sum(fen) OVER (PARTITION BY claim_id ORDER BY line_id) - fen AS before FROM held
  )
  UPDATE claim_lines SET amount_fen = greatest(0, least(counted.fen, granted - before)) FROM counted
    WHERE claim_lines.claim_id = counted.claim_id AND claim_lines.line_id = counted.line_id
      AND claim_lines.batch_id = counted.batch_id`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
