import type { Actor } from '../audit/audit.ts';
import type { Db } from '../db/schema.ts';
import type { RequestContext } from '../http/routes.ts';
import { memberOf } from '../http/visitor.ts';
import type { RowResult } from '../jobs/task.ts';
import { type Answer, made, ok, refuse, refuseField } from '../result/answer.ts';
import { type Cells, cellsOf, findColumns } from '../sheets/columns.ts';
import { isBlank, readSheet } from '../sheets/read.ts';
import { enqueueTask, MAX_OPEN_TASKS } from '../tasks/enqueue.ts';
import { sheetNamed } from './sheet-import.ts';

/** Rows that are imported within the request; more become a task, so that no page waits and no lock is held for long. */
const MAX_SYNC_ROWS = 200;

/** A row of the sheet with its number: the header row is 1. */
export interface ImportRow {
  row: number;
  cells: Cells<string>;
}

/** Input of an import; stored with a task, which runs it later on behalf of the actor. */
export interface ImportInput {
  sheet: string;
  about: number;
  actor: Actor;
  rows: ImportRow[];
}

/** Applies these rows in order. Run it in a transaction. Null when the subject of the import no longer exists. */
export async function applyRows(
  db: Db,
  { sheet, about, actor, rows }: ImportInput,
): Promise<RowResult[] | null> {
  const change = await sheetNamed(sheet).open(db, actor, about);
  if (change === null) return null;
  const results: RowResult[] = [];
  for (const { row, cells } of rows) results.push({ row, ...(await change(cells)) });
  return results;
}

interface ImportAnswer {
  /** The task that continues it; 0 when all rows are done. */
  task: number;
  total: number;
  added: number;
  failed: number;
  rows: { id: number; label: string; ok: number; ok_text: string; text: string }[];
}

/** Imports an uploaded file: few rows within the request, many as a task. The answer has a result for each row. */
export async function importFile(
  request: RequestContext,
  file: { name: string; bytes: () => Promise<Uint8Array> },
  sheet: string,
  about = 0,
): Promise<Answer<ImportAnswer>> {
  const read = await readSheet(await file.bytes());
  if ('problem' in read) return refuseField('file', read.problem);
  const { columns, hasRequired, missingColumns } = sheetNamed(sheet);
  const [first, ...dataRows] = read.rows
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => !isBlank(cells));
  const head = first?.cells ?? [];
  const found = findColumns<string>(columns, head);
  if (!hasRequired(new Set(found.keys()))) return refuseField('file', missingColumns);
  if (dataRows.length === 0) return refuseField('file', '第一行之后没有内容');
  const rows = dataRows.map(({ row, cells }) => ({ row, cells: cellsOf(cells, found) }));
  const { visitor, address, now } = request;
  const input: ImportInput = { sheet, about, actor: { visitor, address, now }, rows };
  return request.transaction(async (db) => {
    const counted = { total: rows.length, added: 0, failed: 0, rows: [] };
    if (rows.length > MAX_SYNC_ROWS) {
      const title = `导入 ${file.name.slice(0, 60)}（${rows.length} 行）`;
      const newTask = { kind: 'ops-import', title, input, total: rows.length };
      const task = await enqueueTask(db, memberOf(visitor), newTask, now);
      if (task === null) return refuseField('file', `您已有 ${MAX_OPEN_TASKS} 个任务在处理，请稍后再导入`);
      return made({ ...counted, task }, '已开始导入，可以离开本页，进度见“任务”');
    }
    const results = await applyRows(db, input);
    if (results === null) return refuse('notFound');
    return ok({ task: 0, ...toImportAnswer(results) });
  });
}

/** The answer to an import, failed rows first. */
function toImportAnswer(results: readonly RowResult[]): Omit<ImportAnswer, 'task'> {
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
