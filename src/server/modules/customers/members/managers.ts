import type { Calls } from '#generated/calls.ts';
import { removeRow, saveRow } from '../../../kernel/audit/rows.ts';
import { upToMost } from '../../../kernel/db/count-at-most.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { CallRequest } from '../../../kernel/http/routes.ts';
import { type Accepted, ok, type Refused, refuseField } from '../../../kernel/result/answer.ts';

type ChangeResult = Accepted<{ id: number }> | Refused;

const GONE = '没有这位客户经理';

/**
 * Account managers, those for everybody first (spec §6: `is_default` 0 is dedicated service), with the number of their
 * companies, up to `MOST_COUNTED`.
 */
export async function listManagers(db: Db): Promise<Calls['ops-manager.list']['data']['list']> {
  const rows = await db
    .selectFrom('managers')
    .selectAll()
    .select((eb) =>
      upToMost(
        eb.selectFrom('companies').whereRef('manager_id', '=', 'managers.id').select('companies.id'),
      ).as('companies'),
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
    companies,
  }));
}

export async function saveManager(db: Db, request: CallRequest<'ops-manager.save'>): Promise<ChangeResult> {
  const { body } = request;
  const code = body.invite_code.trim().toUpperCase();
  if (code !== '' && !/^[A-Z0-9]{4,12}$/.test(code)) {
    return refuseField('invite_code', '邀请码应为 4 到 12 位字母或数字');
  }
  const other = await db
    .selectFrom('managers')
    .where('invite_code', '=', code)
    .select('id')
    .executeTakeFirst();
  if (other && other.id !== body.id) return refuseField('invite_code', '这个邀请码已有人用');
  const saved = await saveRow(db, request, {
    table: 'managers',
    subject: 'manager',
    key: body.id === undefined ? null : { id: body.id },
    gone: GONE,
    values: {
      name: body.name.trim(),
      phone: body.phone,
      is_default: body.is_default === 1,
      invite_code: code === '' ? null : code,
    },
    label: body.name.trim(),
  });
  return saved.ok ? ok({ id: saved.id }, '已保存') : saved;
}

/** Removes an account manager; the companies, if any, go to `heir`. */
export async function removeManager(
  db: Db,
  request: CallRequest<'ops-manager.remove'>,
): Promise<ChangeResult> {
  const { id } = request.params;
  const { heir } = request.body;
  const removed = await removeRow(db, request, {
    table: 'managers',
    subject: 'manager',
    key: { id },
    gone: GONE,
    prepare: () => reassignCompanies(db, id, heir),
    label: ({ name }) => name,
    logged: (row) => row,
    ...(heir !== undefined && { after: { manager_id: heir } }),
  });
  return removed.ok ? ok({ id }, '已删除') : removed;
}

/** Assigns the companies of a leaving manager to the heir; refuses where there are companies but no heir. */
async function reassignCompanies(db: Db, id: number, heir: number | undefined): Promise<Refused | null> {
  const served = await db
    .selectFrom('companies')
    .where('manager_id', '=', id)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (!served) return null;
  if (heir === undefined || heir === id) return refuseField('heir', '还带着会员，请选择接手的人');
  const known = await db.selectFrom('managers').select('id').where('id', '=', heir).executeTakeFirst();
  if (!known) return refuseField('heir', GONE);
  await db.updateTable('companies').set({ manager_id: heir }).where('manager_id', '=', id).execute();
  return null;
}
