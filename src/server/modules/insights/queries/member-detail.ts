import type { OpsMemberDetail } from '#generated/schemas.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { COMPANY_TYPES } from '#shop/domain/company.ts';
import { toYuan } from '#shop/domain/money.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import {
  listAddresses,
  members,
  QUALIFICATIONS,
  qualificationOf,
  readProfile,
  selectMemberColumns,
  toOpsMember,
} from '../../customers/index.ts';
import { balanceOf, pointsOf } from '../../ledger/index.ts';

/** Sessions shown at most, the newest. */
const SESSIONS = 20;

/** A member with its company, or null. */
export async function readMember(db: Db, id: number, now: number): Promise<OpsMemberDetail | null> {
  const row = await selectMemberColumns(members(db))
    .select(['members.is_special', 'members.can_chat', 'members.wechat_id', 'members.disabled_reason'])
    .select(['companies.manager_id', 'companies.scopes'])
    .where('members.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const companyId = row.company_id;
  return {
    member: toOpsMember(row, now),
    company: await readProfile(db, { id, companyId }, now),
    level: String(row.level),
    manager_id: row.manager_id === null ? '' : String(row.manager_id),
    is_special: row.is_special ? 1 : 0,
    can_chat: row.can_chat ? 1 : 0,
    wechat_text: row.wechat_id === null ? '未绑定' : '已绑定',
    disabled_reason: row.disabled_reason,
    disabled_at: row.disabled_at,
    scopes: await namesOf(db, row.scopes),
    figures: await figuresOf(db, companyId, now),
    addresses: await listAddresses(db, companyId),
    stores: await storesOf(db, companyId, now),
    sessions: await sessionsOf(db, id, now),
  };
}

async function namesOf(db: Db, codes: readonly string[]): Promise<string> {
  const rows =
    codes.length === 0
      ? []
      : await db.selectFrom('scopes').where('code', 'in', codes).select('name').execute();
  return rows.map(({ name }) => name).join('、');
}

async function figuresOf(db: Db, companyId: number, now: number): Promise<OpsMemberDetail['figures']> {
  const orders = await db
    .selectFrom('orders')
    .where('company_id', '=', companyId)
    .where('created_at', '>', now - 30 * DAY)
    .where('paid_at', 'is not', null)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('payable_fen').as('sum')])
    .executeTakeFirstOrThrow();
  return [
    { label: '余额', value: toYuan(await balanceOf(db, { wallet: companyId })), unit: 'yuan' },
    { label: '积分', value: await pointsOf(db, companyId), unit: '' },
    { label: '近 30 天已付订单', value: orders.count, unit: '' },
    { label: '近 30 天采购额', value: toYuan(orders.sum ?? 0), unit: 'yuan' },
  ];
}

async function storesOf(db: Db, companyId: number, now: number): Promise<OpsMemberDetail['stores']> {
  const rows = await db
    .selectFrom('companies')
    .leftJoin('members', 'members.company_id', 'companies.id')
    .where('companies.parent_id', '=', companyId)
    .select(['companies.id', 'companies.name', 'companies.type', 'companies.approval'])
    .select(['companies.qualified_until', 'members.username'])
    .orderBy('companies.id')
    .execute();
  return rows.map(({ id, name, type, username, ...state }) => ({
    id,
    name,
    type_text: COMPANY_TYPES[type] ?? '',
    state_text: QUALIFICATIONS[qualificationOf(state, now)],
    username: username ?? '',
  }));
}

async function sessionsOf(db: Db, memberId: number, now: number): Promise<OpsMemberDetail['sessions']> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('companies', 'companies.id', 'sessions.company_id')
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .orderBy('sessions.created_at', 'desc')
    .limit(SESSIONS)
    .select(['agent', 'sessions.address', 'companies.name', 'sessions.created_at', 'expires_at'])
    .execute();
  return rows.map(({ name, ...session }, index) => ({ id: index + 1, company: name, ...session }));
}
