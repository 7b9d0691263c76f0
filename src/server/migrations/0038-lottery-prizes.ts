import { type Kysely, sql } from 'kysely';

/** Lotteries whose prizes are goods and cash vouchers, too, and whose chances come from signing in and from points. */
const STATEMENTS = [
  `ALTER TABLE lotteries ADD COLUMN sign_chances integer NOT NULL DEFAULT 0 CHECK (sign_chances >= 0),
    ADD COLUMN points_cost integer CHECK (points_cost > 0),
    ADD COLUMN points_limit integer NOT NULL DEFAULT 5 CHECK (points_limit > 0)`,
  `ALTER TABLE lottery_prizes DROP CONSTRAINT lottery_prizes_kind_check`,
  `ALTER TABLE lottery_prizes ADD CHECK (kind IN ('goods', 'points', 'coupon', 'voucher', 'again', 'none')),
    ADD COLUMN goods_id integer REFERENCES goods,
    ADD COLUMN voucher_fen bigint CHECK (voucher_fen > 0),
    ADD COLUMN withdrawn boolean NOT NULL DEFAULT false,
    ADD CHECK ((kind = 'voucher') = (voucher_fen IS NOT NULL))`,
  `ALTER TABLE lottery_chances ADD COLUMN bought integer NOT NULL DEFAULT 0 CHECK (bought >= 0)`,
  `CREATE TABLE lottery_signs (
    lottery_id integer NOT NULL REFERENCES lotteries ON DELETE CASCADE,
    company_id integer NOT NULL REFERENCES companies ON DELETE CASCADE,
    day text NOT NULL CHECK (length(day) = 10),
    created_at bigint NOT NULL,
    PRIMARY KEY (lottery_id, company_id, day)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
