import type { Calls } from '#generated/calls.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Answer, made, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';

type View = Calls['ops-view.list']['data']['list'][number];
type ViewInput = Calls['ops-view.save']['body'];

/** Saved filters that one account may have for one table. */
const MAX_VIEWS = 20;

const GONE = { message: '这个筛选已经不在' };

/** The filters that a member of staff saved for a table, the oldest first. */
export async function listViews(db: Db, memberId: number, table: string): Promise<View[]> {
  const rows = await db
    .selectFrom('staff_views')
    .where('member_id', '=', memberId)
    .where('table_name', '=', table)
    .orderBy('id')
    .select(['id', 'name', 'search', 'is_default'])
    .execute();
  return rows.map(({ is_default, ...view }) => ({ ...view, is_default: is_default ? 1 : 0 }));
}

/**
 * Saves a filter under a name, or changes the name and filter of one; run it in a transaction. At most one of a table is
 * the default: the one that was before no longer is.
 */
export async function saveView(
  db: Db,
  memberId: number,
  { id, table, name, search, is_default }: ViewInput,
  now: number,
): Promise<Answer<{ id: number }>> {
  const others = (await listViews(db, memberId, table)).filter((view) => view.id !== id);
  if (others.some((view) => view.name === name)) return refuseField('name', `已有名为“${name}”的筛选`);
  if (others.length >= MAX_VIEWS) return refuseField('name', `一张表最多保存 ${MAX_VIEWS} 个筛选`);
  if (is_default === 1) {
    await db
      .updateTable('staff_views')
      .set({ is_default: false })
      .where('member_id', '=', memberId)
      .where('table_name', '=', table)
      .execute();
  }
  const values = { name, search, is_default: is_default === 1 };
  if (id === undefined) {
    const added = await db
      .insertInto('staff_views')
      .values({ ...values, member_id: memberId, table_name: table, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made(added, '筛选已保存');
  }
  const changed = await db
    .updateTable('staff_views')
    .set(values)
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('table_name', '=', table)
    .returning('id')
    .executeTakeFirst();
  return changed ? ok(changed, '已保存') : refuse('notFound', GONE);
}

/** Removes one of the member's own. */
export async function removeView(db: Db, memberId: number, id: number): Promise<Answer<{ id: number }>> {
  const removed = await db
    .deleteFrom('staff_views')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .returning('id')
    .executeTakeFirst();
  return removed ? ok(removed, '已删除') : refuse('notFound', GONE);
}
