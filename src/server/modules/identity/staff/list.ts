import { sql } from 'kysely';
import { maskPhone } from '#engine/runtime/validation/contact.ts';
import type { Calls } from '#generated/calls.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** All staff, the oldest account first. */
export async function listStaff(
  db: Db,
  { self, now }: { self: number; now: number },
): Promise<Calls['ops-staff.list']['data']['list']> {
  const rows = await db
    .selectFrom('members')
    .leftJoin('second_factors', 'second_factors.member_id', 'members.id')
    .where('is_staff', '=', sql.lit(true))
    .select(['id', 'username', 'name', 'phone', 'disabled_at', 'confirmed_at', 'members.created_at'])
    .select((eb) => [
      eb
        .selectFrom('recovery_codes')
        .whereRef('recovery_codes.member_id', '=', 'members.id')
        .where('used_at', 'is', null)
        .select((codes) => codes.fn.countAll<number>().as('left'))
        .as('codes_left'),
      eb
        .selectFrom('sessions')
        .whereRef('sessions.member_id', '=', 'members.id')
        .where('expires_at', '>', now)
        .select((sessions) => sessions.fn.countAll<number>().as('open'))
        .as('sessions'),
    ])
    .orderBy('id')
    .execute();
  return rows.map(({ id, username, name, phone, disabled_at, confirmed_at, created_at, ...counts }) => ({
    id,
    username,
    name,
    phone: maskPhone(phone ?? ''),
    factor_text: confirmed_at === null ? '未开启' : '已开启',
    has_factor: confirmed_at === null ? 0 : 1,
    codes_left: counts.codes_left ?? 0,
    account_text: disabled_at === null ? '正常' : '已停用',
    is_disabled: disabled_at === null ? 0 : 1,
    is_self: id === self ? 1 : 0,
    sessions: counts.sessions ?? 0,
    created_at,
  }));
}
