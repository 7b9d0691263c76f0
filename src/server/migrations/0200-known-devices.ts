import { type Kysely, sql } from 'kysely';

/**
 * Browsers in which a member has logged in, by the hash of a cookie that outlives the session. Failed logins of others do not
 * slow them down.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE known_devices (
    id text NOT NULL,
    member_id integer NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    expires_at bigint NOT NULL,
    PRIMARY KEY (id, member_id)
  )`.execute(db);
  await sql`CREATE INDEX known_devices_member ON known_devices (member_id)`.execute(db);
  await sql`CREATE INDEX known_devices_expiry ON known_devices (expires_at)`.execute(db);
}
