import { formatDate } from '#shop/domain/format.ts';
import { defineTask } from '../../kernel/jobs/task.ts';
import { zipFiles } from '../../kernel/sheets/zip.ts';
import { reportFile } from './reports/file.ts';
import { readReports } from './reports/read.ts';

/** Packs inspection reports into one ZIP. */
export default defineTask<{ ids: number[] }>({
  async run({ db, uploads, now, input: { ids }, progress }) {
    const rows = await readReports(db, ids);
    const entries = rows.map((row) => () => reportFile(db, uploads, row, now));
    const bytes = await zipFiles(entries, (done) => progress(done, rows.length));
    const name = `药检报告-${formatDate(now)}-${rows.length}份.zip`;
    return { note: `共 ${rows.length} 份报告`, file: { name, type: 'application/zip', bytes } };
  },
});
