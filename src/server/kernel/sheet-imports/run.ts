import type { Actor } from '../audit/audit.ts';
import type { Db } from '../db/schema.ts';
import type { RequestContext } from '../http/routes.ts';
import { memberOf } from '../http/visitor.ts';
import type { RowResult } from '../jobs/task.ts';
import { type Answer, made, ok, refuse, refuseField } from '../result/answer.ts';
import { type Cells, cellsOf, findColumns } from '../sheets/columns.ts';
import { isBlank, readSheet } from '../sheets/read.ts';
import { MOST_OPEN, startTask } from '../tasks/start.ts';
import { sheetNamed } from './sheet-import.ts';

/** Rows that are done at once; more become a task, so that nobody waits for a page and no lock is held for long. */
const AT_ONCE = 200;

/** A row of the sheet and where it stood: the row of names is 1. */
export interface SheetRow {
  row: number;
  cells: Cells<string>;
}

/** What a sheet is to change, so that a task can do it later in the name of who sent it. */
export interface SheetJob {
  sheet: string;
  about: number;
  actor: Actor;
  rows: SheetRow[];
}

/** Changes by these rows, in order. Run it in a transaction; null when what the sheet is for is gone. */
export async function changeByRows(
  db: Db,
  { sheet, about, actor, rows }: SheetJob,
): Promise<RowResult[] | null> {
  const change = await sheetNamed(sheet).open(db, actor, about);
  if (change === null) return null;
  const results: RowResult[] = [];
  for (const { row, cells } of rows) results.push({ row, ...(await change(cells)) });
  return results;
}

interface ImportAnswer {
  /** The task that goes on with it; 0 when all is done. */
  task: number;
  total: number;
  added: number;
  failed: number;
  rows: { id: number; label: string; ok: number; ok_text: string; text: string }[];
}

/** Takes a file that staff send: few rows are changed at once, many become a task. Each row is answered for. */
export async function importFile(
  request: RequestContext,
  file: { name: string; bytes: () => Promise<Uint8Array> },
  sheet: string,
  about = 0,
): Promise<Answer<ImportAnswer>> {
  const read = await readSheet(await file.bytes());
  if ('problem' in read) return refuseField('file', read.problem);
  const { columns, enough, wanted } = sheetNamed(sheet);
  const [first, ...body] = read.rows
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => !isBlank(cells));
  const head = first?.cells ?? [];
  const found = findColumns<string>(columns, head);
  if (!enough(new Set(found.keys()))) return refuseField('file', wanted);
  if (body.length === 0) return refuseField('file', '第一行之后没有内容');
  const rows = body.map(({ row, cells }) => ({ row, cells: cellsOf(cells, found) }));
  const { visitor, address, now } = request;
  const job: SheetJob = { sheet, about, actor: { visitor, address, now }, rows };
  return request.transaction(async (db) => {
    const counted = { total: rows.length, added: 0, failed: 0, rows: [] };
    if (rows.length > AT_ONCE) {
      const title = `导入 ${file.name.slice(0, 60)}（${rows.length} 行）`;
      const input = { kind: 'ops-import', title, input: job, total: rows.length };
      const task = await startTask(db, memberOf(visitor), input, now);
      if (task === null) return refuseField('file', `您已有 ${MOST_OPEN} 个任务在处理，请稍后再导入`);
      return made({ ...counted, task }, '已开始导入，可以离开本页，进度见“任务”');
    }
    const results = await changeByRows(db, job);
    if (results === null) return refuse('notFound');
    return ok({ task: 0, ...tallied(results) });
  });
}

/** The rows that failed first, as the page lists them. */
function tallied(results: readonly RowResult[]): Omit<ImportAnswer, 'task'> {
  const failed = results.filter((one) => !one.ok).length;
  return {
    total: results.length,
    added: results.length - failed,
    failed,
    rows: results
      .toSorted((one, other) => Number(one.ok) - Number(other.ok) || one.row - other.row)
      .map(({ row, label, ok: good, text }) => ({
        id: row,
        label,
        ok: good ? 1 : 0,
        ok_text: good ? '成功' : '失败',
        text,
      })),
  };
}
