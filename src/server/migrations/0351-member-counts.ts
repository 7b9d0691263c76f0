import { type Kysely, sql } from 'kysely';

/** Members of approved companies are counted by two indices that are read side by side, instead of looking at both rows of each. */
const STATEMENTS = [
  'CREATE INDEX members_active ON members (company_id) WHERE NOT is_staff AND disabled_at IS NULL',
  `CREATE INDEX companies_approved ON companies (id) INCLUDE (qualified_until) WHERE approval = 'approved'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
