import { buffer } from 'node:stream/consumers';
import type { Db } from '../../../kernel/db/schema.ts';
import type { UploadStorage } from '../../../kernel/outside/storage/storage.ts';
import { drawReport } from './pdf.ts';
import type { ReportRow } from './read.ts';

const EXTENSIONS: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** A report as a file: what staff uploaded, or the demo's drawing. */
export async function reportFile(
  db: Db,
  uploads: UploadStorage,
  row: ReportRow,
  now: number,
): Promise<{ name: string; type: string; bytes: Uint8Array }> {
  const name = `${row.name}-${row.batch_number}`;
  if (row.upload_id === null) {
    return { name: `${name}.pdf`, type: 'application/pdf', bytes: await drawReport(row, now) };
  }
  const { type } = await db
    .selectFrom('uploads')
    .where('id', '=', row.upload_id)
    .select('type')
    .executeTakeFirstOrThrow();
  const bytes = new Uint8Array(await buffer(await uploads.read(row.upload_id)));
  return { name: `${name}.${EXTENSIONS[type] ?? 'bin'}`, type, bytes };
}
