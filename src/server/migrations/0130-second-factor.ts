import { type Kysely, sql } from 'kysely';

/** When somebody last proved who they are in a session, and the second factor of staff. */
const STATEMENTS = [
  `ALTER TABLE sessions
    ADD COLUMN proved_at bigint NOT NULL DEFAULT 0,
    ADD COLUMN second_factor boolean NOT NULL DEFAULT false`,
  `UPDATE sessions SET proved_at = created_at`,
  `CREATE TABLE second_factors (
    member_id integer PRIMARY KEY REFERENCES members ON DELETE CASCADE,
    secret text NOT NULL,
    confirmed_at bigint,
    last_step bigint NOT NULL DEFAULT 0,
    created_at bigint NOT NULL
  )`,
  `CREATE TABLE recovery_codes (
    member_id integer NOT NULL REFERENCES second_factors ON DELETE CASCADE,
    code_hash text NOT NULL,
    used_at bigint,
    PRIMARY KEY (member_id, code_hash)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
