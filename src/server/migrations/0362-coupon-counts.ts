import { type Kysely, sql } from 'kysely';

/**
 * How many of each coupon were given out, so that staff's list does not count them all again for every look. In a table of
 * its own: who gives a coupon must not wait for who edits it, nor does everybody who keeps coupons in memory hear of it.
 * Written with each coupon, whichever version of the shop gives it.
 */
const STATEMENTS = [
  `CREATE TABLE coupon_counts (
    coupon_id integer PRIMARY KEY REFERENCES coupons,
    issued integer NOT NULL
  )`,
  `CREATE FUNCTION count_coupons() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO coupon_counts (coupon_id, issued)
      SELECT coupon_id, count(*) FROM added GROUP BY coupon_id ORDER BY coupon_id
      ON CONFLICT (coupon_id) DO UPDATE SET issued = coupon_counts.issued + excluded.issued;
    RETURN NULL;
  END $$`,
  // Nobody gives coupons from here until the transaction ends: some hundred thousand are counted in a tenth of a second.
  `CREATE TRIGGER company_coupons_counted AFTER INSERT ON company_coupons
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_coupons()`,
  `INSERT INTO coupon_counts (coupon_id, issued) SELECT coupon_id, count(*) FROM company_coupons GROUP BY coupon_id`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
