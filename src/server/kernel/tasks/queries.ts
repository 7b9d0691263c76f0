import type { Calls } from '#generated/calls.ts';
import type { Task } from '#generated/schemas.ts';
import type { Db } from '../db/schema.ts';
import { RESTARTABLE, type TaskState } from './tables.ts';

const STATES: Record<TaskState, string> = {
  waiting: '等待处理',
  running: '处理中',
  done: '已完成',
  failed: '失败',
  cancelled: '已取消',
};

const columns = [
  'tasks.id',
  'title',
  'state',
  'done',
  'total',
  'note',
  'file_id',
  'tasks.created_at',
  'finished_at',
  'expires_at',
] as const;

interface TaskRow {
  id: number;
  title: string;
  state: TaskState;
  done: number;
  total: number;
  note: string;
  file_id: string | null;
  created_at: number;
  finished_at: number | null;
  expires_at: number;
}

/** A task in the form that its owner is shown. */
function describe(row: TaskRow): Task {
  const { state, done, total, file_id } = row;
  const share = total > 0 ? Math.floor((done / total) * 100) : 0;
  return {
    id: row.id,
    title: row.title,
    state,
    state_text: state === 'running' && total > 0 ? `${STATES[state]} ${share}%` : STATES[state],
    done,
    total,
    percent: state === 'done' ? 100 : share,
    note: row.note,
    file: file_id === null ? null : `/api/upload/${file_id}`,
    open: state === 'waiting' || state === 'running' ? 1 : 0,
    can_restart: RESTARTABLE.includes(state) ? 1 : 0,
    created_at: row.created_at,
    finished_at: row.finished_at,
    expires_at: row.expires_at,
  };
}

/** A member's tasks, the newest first. */
export async function listTasks(
  db: Db,
  memberId: number,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Calls['task.list']['data']> {
  const own = db.selectFrom('tasks').where('member_id', '=', memberId);
  const { total, open } = await own
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('state', 'in', ['waiting', 'running']).as('open'),
    ])
    .executeTakeFirstOrThrow();
  const rows = await own
    .select(columns)
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { list: rows.map(describe), total, page, page_size: pageSize, open };
}

/** One task of the member with the results of its rows; failed rows come first. */
export async function readTask(
  db: Db,
  memberId: number,
  id: number,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Calls['task.detail']['data'] | null> {
  const row = await db
    .selectFrom('tasks')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .select(columns)
    .executeTakeFirst();
  if (!row) return null;
  const found = db.selectFrom('task_results').where('task_id', '=', id);
  const { total, failed } = await found
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('ok', '=', false).as('failed'),
    ])
    .executeTakeFirstOrThrow();
  const results = await found
    .select(['row_number as id', 'label', 'ok', 'text'])
    .orderBy('ok')
    .orderBy('row_number')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return {
    task: describe(row),
    failed,
    results: {
      list: results.map(({ id: line, label, ok: good, text }) => ({
        id: line,
        label,
        ok: good ? 1 : 0,
        ok_text: good ? '成功' : '失败',
        text,
      })),
      total,
      page,
      page_size: pageSize,
    },
  };
}
