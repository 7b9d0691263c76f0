import { formatDate } from '#shop/domain/format.ts';
import type { Db } from '../../kernel/db/schema.ts';
import type { Member } from '../../kernel/http/visitor.ts';
import { defineTask, type TaskContext } from '../../kernel/jobs/task.ts';
import type { SheetTable } from '../../kernel/sheets/table.ts';
import { CSV, writeCsv, writeWorkbook, XLSX } from '../../kernel/sheets/write.ts';

/** Input of the export of a table: which one, and its filters as in the address of its page. */
export interface TableExportInput {
  table: string;
  search: string;
  format: keyof typeof FORMATS;
}

/** The kinds of file: their type, and how a table is written into one. */
const FORMATS = {
  xlsx: { type: XLSX, write: (sheet: SheetTable) => writeWorkbook([sheet]) },
  csv: { type: CSV, write: async (sheet: SheetTable) => writeCsv(sheet) },
};

/** Writes a table of the back office into a file, as its owner may read it when the task runs. */
export default defineTask<TableExportInput>({
  async run({ db, site, uploads, pageTables, now, owner, input, progress }) {
    const visitor = await staffMember(db, owner);
    if (!visitor) return { note: '账号已不能使用后台' };
    const context = { db, site, uploads, now, visitor };
    const whole = await pageTables.read(input.table, input.search, context, progress);
    if (typeof whole === 'string') return { note: whole };
    const { sheet, leftOut } = whole;
    // A task that an earlier version of the shop has queued names none.
    const { format = 'xlsx' } = input as Partial<TableExportInput>;
    const { type, write } = FORMATS[format];
    const bytes = await write(sheet);
    const note = `共 ${sheet.rows.length} 行${leftOut > 0 ? `，另有 ${leftOut} 行放不下，请缩小筛选的范围` : ''}`;
    return { note, file: { name: `${sheet.name}-${formatDate(now)}.${format}`, type, bytes } };
  },
});

/** The owner of a task as a visitor; null when they are no longer staff. */
async function staffMember(db: Db, owner: TaskContext<unknown>['owner']): Promise<Member | null> {
  const row = await db
    .selectFrom('members')
    .where('id', '=', owner.memberId)
    .where('is_staff', '=', true)
    .where('disabled_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (!row) return null;
  const { memberId: id, companyId } = owner;
  return { role: 'staff', id, companyId, companyType: 0, scopes: [], level: 1, sessionId: '' };
}
