import { record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { CallRequest } from '../../../kernel/http/routes.ts';
import { sendMessage } from '../../../kernel/notifications/send.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Accepted, ok, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { endOtherSessions } from '../../identity/index.ts';

const addressesPage = pageLink('zhzx_shdz');

const NOBODY = { message: '没有这位会员' };

type ChangeResult = Accepted<{ id: number }> | Refused;

/** Reads and locks a member who is not staff. */
function lockMember(db: Db, id: number) {
  return db
    .selectFrom('members')
    .innerJoin('companies', 'companies.id', 'members.company_id')
    .where('members.id', '=', id)
    .where('members.is_staff', '=', false)
    .select(['members.id', 'members.username', 'members.disabled_at', 'members.is_special'])
    .select(['members.can_chat', 'companies.id as companyId', 'companies.name as company'])
    .select(['companies.level', 'companies.manager_id'])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Saves level and account manager of the company, and the flags of the account. */
export async function saveMember(db: Db, request: CallRequest<'ops-member.save'>): Promise<ChangeResult> {
  const { params, body } = request;
  const member = await lockMember(db, params.id);
  if (!member) return refuse('notFound', NOBODY);
  const level = await db
    .selectFrom('member_levels')
    .where('level', '=', body.level)
    .select('level')
    .executeTakeFirst();
  if (!level) return refuseField('level', '没有这个等级');
  const manager_id = body.manager_id ?? null;
  if (manager_id !== null && !(await managerExists(db, manager_id))) {
    return refuseField('manager_id', '没有这位客户经理');
  }
  const after = {
    level: body.level,
    manager_id,
    is_special: body.is_special === 1,
    can_chat: body.can_chat === 1,
  };
  const { level: rank, ...flags } = after;
  await db
    .updateTable('companies')
    .set({ level: rank, manager_id })
    .where('id', '=', member.companyId)
    .execute();
  await db
    .updateTable('members')
    .set({ is_special: flags.is_special, can_chat: flags.can_chat })
    .where('id', '=', member.id)
    .execute();
  await record(db, request, {
    action: 'update',
    subject: 'member',
    id: member.id,
    label: member.company,
    before: {
      level: member.level,
      manager_id: member.manager_id,
      is_special: member.is_special,
      can_chat: member.can_chat,
    },
    after,
  });
  return ok({ id: member.id }, '已保存');
}

async function managerExists(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('managers').where('id', '=', id).select('id').executeTakeFirst();
  return row !== undefined;
}

/** Disables an account: it cannot log in, and its sessions end. */
export async function disableMember(
  db: Db,
  request: CallRequest<'ops-member.disable'>,
): Promise<ChangeResult> {
  const member = await lockMember(db, request.params.id);
  if (!member) return refuse('notFound', NOBODY);
  const reason = request.body.reason.trim();
  await db
    .updateTable('members')
    .set({ disabled_at: request.now, disabled_reason: reason })
    .where('id', '=', member.id)
    .execute();
  await endOtherSessions(db, member.id, null);
  await record(db, request, {
    action: 'disable',
    subject: 'member',
    id: member.id,
    label: `${member.company} ${member.username}`,
    after: { reason },
  });
  return ok({ id: member.id }, '账号已停用，登录随即失效');
}

/** Enables a disabled account. */
export async function enableMember(db: Db, request: CallRequest<'ops-member.enable'>): Promise<ChangeResult> {
  const member = await lockMember(db, request.params.id);
  if (!member) return refuse('notFound', NOBODY);
  await db
    .updateTable('members')
    .set({ disabled_at: null, disabled_reason: '' })
    .where('id', '=', member.id)
    .execute();
  await record(db, request, {
    action: 'enable',
    subject: 'member',
    id: member.id,
    label: `${member.company} ${member.username}`,
  });
  return ok({ id: member.id }, '账号已恢复');
}

/** Ends a member's sessions on every device. */
export async function signOutMember(
  db: Db,
  request: CallRequest<'ops-member.sign_out'>,
): Promise<Accepted<{ ended: number }> | Refused> {
  const member = await lockMember(db, request.params.id);
  if (!member) return refuse('notFound', NOBODY);
  const gone = await db.deleteFrom('sessions').where('member_id', '=', member.id).returning('id').execute();
  await record(db, request, {
    action: 'sign_out',
    subject: 'member',
    id: member.id,
    label: `${member.company} ${member.username}`,
  });
  return ok({ ended: gone.length }, `已结束 ${gone.length} 处登录`);
}

/** Marks an address as one of the company's licences, or removes the mark. */
export async function licenseAddress(
  db: Db,
  request: CallRequest<'ops-member.license'>,
): Promise<ChangeResult> {
  const { params, body, now } = request;
  const address = await db
    .selectFrom('addresses')
    .innerJoin('companies', 'companies.id', 'addresses.company_id')
    .where('addresses.id', '=', params.id)
    .select(['addresses.id', 'companies.id as companyId', 'companies.name'])
    .select(['addresses.region', 'addresses.detail', 'is_licensed'])
    .executeTakeFirst();
  if (!address) return refuse('notFound', { message: '没有这个地址' });
  const is_licensed = body.is_licensed === 1;
  await db.updateTable('addresses').set({ is_licensed }).where('id', '=', address.id).execute();
  const location = `${address.region}${address.detail}`;
  await record(db, request, {
    action: 'update',
    subject: 'address',
    id: address.id,
    label: `${address.name} ${location}`,
    before: { is_licensed: address.is_licensed },
    after: { is_licensed },
  });
  const receivers = await db
    .selectFrom('members')
    .where('company_id', '=', address.companyId)
    .select('id')
    .execute();
  const title = is_licensed ? '收货地址已认定为证照地址' : '收货地址不再是证照地址';
  for (const { id } of receivers) {
    const text = { kind: 'account', title, body: location, url: addressesPage() } as const;
    await sendMessage(db, { audience: 'one', id }, text, { author: null, now });
  }
  return ok({ id: address.id }, '已保存');
}
