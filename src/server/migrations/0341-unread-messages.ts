import { type Kysely, sql } from 'kysely';

/**
 * The messages to one member that they have not read: every page shows how many, and who has read thousands has few of them.
 * Written with each message and each reading, whichever version of the shop writes those.
 */
const UNREAD = `SELECT messages.id, messages.member_id FROM messages
  WHERE audience = 'one' AND NOT EXISTS (
    SELECT FROM message_reads WHERE message_id = messages.id AND message_reads.member_id = messages.member_id)`;

/** More messages than are sent while the table is filled. */
const MEANWHILE = 100_000;

const STATEMENTS = [
  `CREATE TABLE unread_messages (
    message_id bigint PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
    member_id integer NOT NULL REFERENCES members ON DELETE CASCADE
  )`,
  'CREATE INDEX unread_messages_member ON unread_messages (member_id)',
  // Before the triggers, which keep others from writing messages until the transaction ends: most rows are written by then.
  `INSERT INTO unread_messages (message_id, member_id) ${UNREAD}`,
  `CREATE FUNCTION note_unread_messages() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO unread_messages (message_id, member_id)
      SELECT id, member_id FROM added WHERE audience = 'one';
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER messages_unread AFTER INSERT ON messages
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_unread_messages()`,
  `CREATE FUNCTION note_read_messages() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM unread_messages USING added
      WHERE unread_messages.message_id = added.message_id AND unread_messages.member_id = added.member_id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER message_reads_unread AFTER INSERT ON message_reads
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_read_messages()`,
  `INSERT INTO unread_messages (message_id, member_id)
    ${UNREAD} AND messages.id > (SELECT max(id) FROM messages) - ${MEANWHILE} ON CONFLICT DO NOTHING`,
  `DELETE FROM unread_messages USING message_reads
    WHERE message_reads.message_id = unread_messages.message_id AND message_reads.member_id = unread_messages.member_id`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
