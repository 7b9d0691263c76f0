import { type Kysely, sql } from 'kysely';

/** Looking after an account: stopped members, names of levels, licensed addresses, stores that join a head. */
const STATEMENTS = [
  `ALTER TABLE members
    ADD COLUMN disabled_at bigint,
    ADD COLUMN disabled_reason text NOT NULL DEFAULT ''`,
  `ALTER TABLE addresses ADD COLUMN is_licensed boolean NOT NULL DEFAULT false`,
  `ALTER TABLE companies ADD CONSTRAINT companies_not_own_head CHECK (parent_id <> id)`,
  `CREATE INDEX companies_parent ON companies (parent_id) WHERE parent_id IS NOT NULL`,
  `CREATE INDEX companies_manager ON companies (manager_id)`,
  `CREATE TABLE member_levels (
    level smallint PRIMARY KEY CHECK (level BETWEEN 1 AND 99),
    name text NOT NULL UNIQUE,
    note text NOT NULL DEFAULT ''
  )`,
  // A shop has the ordinary level from its first day; the others are there to be named otherwise.
  `INSERT INTO member_levels (level, name, note) VALUES
    (1, '普通会员', '新会员'), (2, '银牌会员', '按会员价采购'), (3, '金牌会员', '按会员价采购，优先发货')`,
  `CREATE TABLE store_invites (
    id text PRIMARY KEY,
    company_id integer NOT NULL REFERENCES companies ON DELETE CASCADE,
    member_id integer NOT NULL REFERENCES members ON DELETE CASCADE,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
  )`,
  `CREATE INDEX store_invites_company ON store_invites (company_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
