import { type Kysely, sql } from 'kysely';

/**
 * When it was last looked for what refers to a file: the job that removes unused ones takes a few in turn, instead of all
 * each hour. And indices to find by a file what refers to it.
 */
const STATEMENTS = [
  'ALTER TABLE uploads ADD COLUMN examined_at bigint NOT NULL DEFAULT 0',
  'CREATE INDEX uploads_examined ON uploads (examined_at, id)',
  'CREATE INDEX transfers_upload ON transfers (upload_id)',
  'CREATE INDEX claim_pictures_upload ON claim_pictures (upload_id)',
  'CREATE INDEX hm_receipt_files_upload ON hm_receipt_files (upload_id)',
  'CREATE INDEX batch_reports_upload ON batch_reports (upload_id)',
  'CREATE INDEX tasks_file ON tasks (file_id)',
  'CREATE INDEX invoices_file ON invoices (file_id)',
  'CREATE INDEX certificates_files ON certificates USING gin (files)',
  'CREATE INDEX feedbacks_files ON feedbacks USING gin (files)',
  `CREATE INDEX members_face ON members (regexp_replace(face, '^.*/', ''))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
