import type { Calls } from '#generated/calls.ts';
import { record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { CallRequest } from '../../../kernel/http/routes.ts';
import { type Accepted, ok, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';

type Changed = Accepted<{ id: number }> | Refused;

/** Account managers, those for everybody first (spec §6: `is_default` 0 is dedicated service). */
export async function listManagers(db: Db): Promise<Calls['ops-manager.list']['data']['list']> {
  const rows = await db
    .selectFrom('managers')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('companies')
        .whereRef('manager_id', '=', 'managers.id')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('companies'),
    )
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, phone, is_default, invite_code, companies }) => ({
    id,
    name,
    phone,
    kind_text: is_default ? '公共客服' : '专属客服',
    is_default: is_default ? 1 : 0,
    invite_code: invite_code ?? '',
    companies: companies ?? 0,
  }));
}

export async function saveManager(db: Db, request: CallRequest<'ops-manager.save'>): Promise<Changed> {
  const { body } = request;
  const code = body.invite_code.trim().toUpperCase();
  if (code !== '' && !/^[A-Z0-9]{4,12}$/.test(code)) {
    return refuseField('invite_code', '邀请码应为 4 到 12 位字母或数字');
  }
  const other = await db
    .selectFrom('managers')
    .where('invite_code', '=', code)
    .where('id', '<>', body.id ?? 0)
    .select('id')
    .executeTakeFirst();
  if (other) return refuseField('invite_code', '这个邀请码已有人用');
  const values = {
    name: body.name.trim(),
    phone: body.phone,
    is_default: body.is_default === 1,
    invite_code: code === '' ? null : code,
  };
  if (body.id === undefined) {
    const made = await db.insertInto('managers').values(values).returning('id').executeTakeFirstOrThrow();
    await record(db, request, {
      action: 'create',
      subject: 'manager',
      id: made.id,
      label: values.name,
      after: values,
    });
    return ok(made, '已保存');
  }
  const before = await managerOf(db, body.id);
  if (!before) return refuse('notFound', { message: '没有这位客户经理' });
  await db.updateTable('managers').set(values).where('id', '=', before.id).execute();
  await record(db, request, {
    action: 'update',
    subject: 'manager',
    id: before.id,
    label: values.name,
    before,
    after: values,
  });
  return ok({ id: before.id }, '已保存');
}

/** Removes one whose companies go to an heir; without companies none is needed. */
export async function removeManager(db: Db, request: CallRequest<'ops-manager.remove'>): Promise<Changed> {
  const before = await managerOf(db, request.params.id);
  if (!before) return refuse('notFound', { message: '没有这位客户经理' });
  const { id } = before;
  const served = await db
    .selectFrom('companies')
    .where('manager_id', '=', id)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  const heir = request.body.heir;
  if (served) {
    if (heir === undefined || heir === id) return refuseField('heir', '还带着会员，请选择接手的人');
    if (!(await managerOf(db, heir))) return refuseField('heir', '没有这位客户经理');
    await db.updateTable('companies').set({ manager_id: heir }).where('manager_id', '=', id).execute();
  }
  await db.deleteFrom('managers').where('id', '=', id).execute();
  await record(db, request, {
    action: 'remove',
    subject: 'manager',
    id,
    label: before.name,
    before,
    after: heir === undefined ? undefined : { manager_id: heir },
  });
  return ok({ id }, '已删除');
}

const managerOf = (db: Db, id: number) =>
  db.selectFrom('managers').selectAll().where('id', '=', id).executeTakeFirst();
