import { formatDate } from '#shop/domain/format.ts';
import { defineTask } from '../../kernel/jobs/task.ts';
import { writeWorkbook, XLSX } from '../../kernel/sheets/write.ts';
import { EXPORTS, type ExportInput } from './queries/exports.ts';

/** Rows read at once. */
const BATCH_SIZE = 1000;

/** Writes one of the back office's lists into a workbook. */
export default defineTask<ExportInput>({
  async run({ db, now, input, progress }) {
    const { name, columns, count, read } = EXPORTS[input.what];
    const total = await count(db, input);
    const rows: (string | number | null)[][] = [];
    for (let after = 0; ; ) {
      const part = await read(db, input, { after, limit: BATCH_SIZE });
      rows.push(...part.map(({ cells }) => cells));
      await progress(rows.length, Math.max(total, rows.length));
      const last = part.at(-1);
      if (!last || part.length < BATCH_SIZE) break;
      after = last.id;
    }
    const bytes = await writeWorkbook([{ name, columns, rows }]);
    const period = input.from || input.until ? `${input.from}至${input.until}` : formatDate(now);
    return { note: `共 ${rows.length} 行`, file: { name: `${name}-${period}.xlsx`, type: XLSX, bytes } };
  },
});
