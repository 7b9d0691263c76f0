import type { Calls } from '#generated/calls.ts';
import { removeRow, saveRow } from '../../../kernel/audit/rows.ts';
import { upToMost } from '../../../kernel/db/count-at-most.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { CallRequest } from '../../../kernel/http/routes.ts';
import { type Accepted, ok, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';

/** The level of new members, which cannot be removed. */
const ORDINARY = 1;

type ChangeResult = Accepted<{ level: number }> | Refused;

/** Levels from the lowest, with the number of companies and of goods with a price for each, up to `MOST_COUNTED`. */
export async function listLevels(db: Db): Promise<Calls['ops-level.list']['data']['list']> {
  const rows = await db
    .selectFrom('member_levels')
    .selectAll()
    .select((eb) => [
      upToMost(
        eb
          .selectFrom('companies')
          .whereRef('companies.level', '=', 'member_levels.level')
          .select('companies.id'),
      ).as('companies'),
      upToMost(
        eb
          .selectFrom('level_prices')
          .whereRef('level_prices.level', '=', 'member_levels.level')
          .select('level_prices.id'),
      ).as('prices'),
    ])
    .orderBy('level')
    .execute();
  return rows.map((row) => ({ id: row.level, ...row }));
}

export async function saveLevel(db: Db, request: CallRequest<'ops-level.save'>): Promise<ChangeResult> {
  const { level, note, id } = request.body;
  const name = request.body.name.trim();
  const same = await db
    .selectFrom('member_levels')
    .where('name', '=', name)
    .where('level', '<>', level)
    .select('level')
    .executeTakeFirst();
  if (same) return refuseField('name', '已有同名的等级');
  const saved = await saveRow(db, request, {
    table: 'member_levels',
    subject: 'level',
    logId: level,
    key: { level },
    refuse: (before) => {
      if (id === undefined && before) return refuseField('level', `${level} 级已经有了：${before.name}`);
      return id !== undefined && (id !== level || !before)
        ? refuseField('level', '级别不能改，会员与会员价都认它；请新增一个等级')
        : null;
    },
    values: { level, name, note },
    label: name,
  });
  return saved.ok ? ok({ level }, '已保存') : saved;
}

export async function removeLevel(db: Db, request: CallRequest<'ops-level.remove'>): Promise<ChangeResult> {
  const level = request.params.id;
  const removed = await removeRow(db, request, {
    table: 'member_levels',
    subject: 'level',
    logId: level,
    key: { level },
    gone: '没有这个等级',
    prepare: async () => {
      if (level === ORDINARY) return refuse('inUse', { message: '新会员从这个等级开始，不能删除' });
      const used = await db
        .selectFrom('companies')
        .where('level', '=', level)
        .select('id')
        .limit(1)
        .executeTakeFirst();
      return used ? refuse('inUse', { message: '还有会员在这个等级，请先调整' }) : null;
    },
    label: ({ name }) => name,
    logged: (row) => row,
  });
  return removed.ok ? ok({ level }, '已删除') : removed;
}
