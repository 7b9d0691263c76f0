import { defineDocument, parseId } from '../../kernel/documents/documents.ts';
import { refuse } from '../../kernel/result/answer.ts';
import { reportFile } from './reports/file.ts';
import { readReports } from './reports/read.ts';

/** 药检报告 of a batch; members may read it before paying (domain §7). */
export default defineDocument({
  access: 'member',
  async make({ db, uploads, now, id }) {
    const [row] = await readReports(db, [parseId(id) ?? 0]);
    if (!row) return refuse('notFound', { message: '没有这份报告' });
    return { ...(await reportFile(db, uploads, row, now)), inline: true };
  },
});
