import { buffer } from 'node:stream/consumers';
import { defineDocument, parseId } from '../../../kernel/documents/documents.ts';
import { refuse } from '../../../kernel/result/answer.ts';

/** The file of an issued invoice, for its company and staff. */
export default defineDocument({
  access: 'member',
  async make({ db, uploads, member, id }) {
    const row = await db
      .selectFrom('invoices')
      .innerJoin('uploads', 'uploads.id', 'invoices.file_id')
      .where('invoices.id', '=', parseId(id) ?? 0)
      .where('invoices.state', '=', 'issued')
      .$if(member.role !== 'staff', (query) => query.where('invoices.company_id', '=', member.companyId))
      .select(['uploads.id', 'uploads.type', 'invoices.number'])
      .executeTakeFirst();
    if (!row) return refuse('notFound', { message: '没有这张发票的文件' });
    const bytes = new Uint8Array(await buffer(await uploads.read(row.id)));
    const ending = row.type === 'application/pdf' ? 'pdf' : (row.type.split('/')[1] ?? 'bin');
    return { name: `发票-${row.number}.${ending}`, type: row.type, bytes };
  },
});
