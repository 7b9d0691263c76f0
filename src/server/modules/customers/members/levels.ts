import type { Calls } from '#generated/calls.ts';
import { record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { CallRequest } from '../../../kernel/http/routes.ts';
import { type Accepted, ok, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';

/** New members have it: it cannot go. */
const ORDINARY = 1;

type Changed = Accepted<{ level: number }> | Refused;

/** Levels from the lowest, with the companies that have each and the goods with a price of its own. */
export async function listLevels(db: Db): Promise<Calls['ops-level.list']['data']['list']> {
  const rows = await db
    .selectFrom('member_levels')
    .selectAll()
    .select((eb) => [
      eb
        .selectFrom('companies')
        .whereRef('companies.level', '=', 'member_levels.level')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('companies'),
      eb
        .selectFrom('level_prices')
        .whereRef('level_prices.level', '=', 'member_levels.level')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('prices'),
    ])
    .orderBy('level')
    .execute();
  return rows.map(({ companies, prices, ...row }) => ({
    id: row.level,
    ...row,
    companies: companies ?? 0,
    prices: prices ?? 0,
  }));
}

export async function saveLevel(db: Db, request: CallRequest<'ops-level.save'>): Promise<Changed> {
  const { level, note, id } = request.body;
  const name = request.body.name.trim();
  const same = await db
    .selectFrom('member_levels')
    .where('name', '=', name)
    .where('level', '<>', level)
    .select('level')
    .executeTakeFirst();
  if (same) return refuseField('name', '已有同名的等级');
  const before = await levelOf(db, level);
  if (id === undefined && before) return refuseField('level', `${level} 级已经有了：${before.name}`);
  if (id !== undefined && (id !== level || !before))
    return refuseField('level', '级别不能改，会员与会员价都认它；请新增一个等级');
  await db
    .insertInto('member_levels')
    .values({ level, name, note })
    .onConflict((conflict) => conflict.column('level').doUpdateSet({ name, note }))
    .execute();
  await record(db, request, {
    action: before ? 'update' : 'create',
    subject: 'level',
    id: level,
    label: name,
    before,
    after: { level, name, note },
  });
  return ok({ level }, '已保存');
}

export async function removeLevel(db: Db, request: CallRequest<'ops-level.remove'>): Promise<Changed> {
  const level = request.params.id;
  const before = await levelOf(db, level);
  if (!before) return refuse('notFound', { message: '没有这个等级' });
  if (level === ORDINARY) return refuse('inUse', { message: '新会员从这个等级开始，不能删除' });
  const used = await db
    .selectFrom('companies')
    .where('level', '=', level)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (used) return refuse('inUse', { message: '还有会员在这个等级，请先调整' });
  await db.deleteFrom('member_levels').where('level', '=', level).execute();
  await record(db, request, { action: 'remove', subject: 'level', id: level, label: before.name, before });
  return ok({ level }, '已删除');
}

const levelOf = (db: Db, level: number) =>
  db.selectFrom('member_levels').selectAll().where('level', '=', level).executeTakeFirst();
