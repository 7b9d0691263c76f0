import type { Db } from '../db/schema.ts';
import type { RequestContext } from '../http/routes.ts';
import { memberOf } from '../http/visitor.ts';
import { type Refused, refuse } from '../result/answer.ts';

/** Seconds in which a bulk change can be taken back. */
export const UNDO_SECONDS = 30 * 60;

/** Rows that one bulk change may have. */
export const MAX_BULK_ROWS = 5000;

/** Rows that a preview lists; the others are counted. */
const PREVIEW_ROWS = 50;

/** One row of a bulk change, planned: its values in words, or why it stays as it is. */
export interface PlannedRow {
  id: number;
  label: string;
  before: string;
  after: string;
  /** Why nothing is done with it; null where it is changed. */
  problem: string | null;
}

/** What a bulk change would do, as its call answers it. */
export interface BulkPreview {
  title: string;
  ready: number;
  refused: number;
  /** Those that stay as they are first: they are what the reader should see. */
  rows: { id: number; label: string; before: string; after: string; result: string; note: string }[];
  left_out: number;
  can_undo: 0 | 1;
}

export const tooMany = (found: number): Refused =>
  refuse('invalid', { message: `一次最多处理 ${MAX_BULK_ROWS} 行，现在是 ${found} 行，请缩小筛选的范围` });

/** The preview of planned rows. */
export function previewOf(title: string, planned: readonly PlannedRow[], canUndo: boolean): BulkPreview {
  const refused = planned.filter(({ problem }) => problem !== null);
  const ready = planned.filter(({ problem }) => problem === null);
  const shown = [...refused, ...ready].slice(0, PREVIEW_ROWS);
  return {
    title,
    ready: ready.length,
    refused: refused.length,
    rows: shown.map(({ id, label, before, after, problem }) => ({
      id,
      label,
      before,
      after,
      result: problem === null ? '会改' : '不改',
      note: problem ?? '',
    })),
    left_out: planned.length - shown.length,
    can_undo: canUndo ? 1 : 0,
  };
}

type Actor = Pick<RequestContext, 'visitor' | 'now'>;

/** Keeps a bulk change with what is needed to take it back; run it in the transaction of the change. */
export async function keepBulkChange(
  db: Db,
  { visitor, now }: Actor,
  { act, title, rows }: { act: string; title: string; rows: readonly unknown[] },
): Promise<number> {
  const { id } = await db
    .insertInto('bulk_changes')
    .values({ member_id: memberOf(visitor).id, act, title, rows: JSON.stringify(rows), done_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The bulk changes of one kind that this member of staff can still take back, the newest first. */
export async function undoableChanges(db: Db, { visitor, now }: Actor, act: string) {
  const rows = await db
    .selectFrom('bulk_changes')
    .where('member_id', '=', memberOf(visitor).id)
    .where('act', '=', act)
    .where('undone_at', 'is', null)
    .where('done_at', '>', now - UNDO_SECONDS)
    .orderBy('id', 'desc')
    .limit(3)
    .select(['id', 'title', 'done_at'])
    .execute();
  return rows.map(({ id, title, done_at }) => ({ id, title, until: done_at + UNDO_SECONDS }));
}

/**
 * Claims a bulk change for being taken back: once, by who made it, within the time. Run it in the transaction that writes
 * the former values.
 * @returns its rows as they were kept
 */
export async function claimUndo(
  db: Db,
  { visitor, now }: Actor,
  act: string,
  id: number,
): Promise<{ title: string; rows: unknown } | Refused> {
  const claimed = await db
    .updateTable('bulk_changes')
    .set({ undone_at: now })
    .where('id', '=', id)
    .where('act', '=', act)
    .where('member_id', '=', memberOf(visitor).id)
    .where('undone_at', 'is', null)
    .where('done_at', '>', now - UNDO_SECONDS)
    .returning(['title', 'rows'])
    .executeTakeFirst();
  return claimed ?? refuse('notFound', { message: '已经撤销过，或已过了可以撤销的时间' });
}

/** What was done, or taken back, in a sentence. */
export const outcomeText = (done: number, kept: number, what: string): string =>
  kept === 0 ? `${done} 个${what}` : `${done} 个${what}，${kept} 个没有改`;
