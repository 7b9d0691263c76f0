import type { Db } from '#server/kernel/db/schema.ts';
import type { Approval } from '#server/modules/identity/index.ts';
import { hashPassword } from '#server/modules/identity/passwords/passwords.ts';

export const PASSWORD = 'Demo@2026';

export interface MemberToMake {
  username: string;
  phone?: string;
  approval?: Approval;
  type?: number;
  scopes?: string[];
  level?: number;
  staff?: boolean;
}

/** A member with a company and an address of its own; answers both ids. The password is `PASSWORD`. */
export async function makeMember(
  db: Db,
  now: number,
  member: MemberToMake,
): Promise<{ id: number; companyId: number }> {
  const company = await db
    .insertInto('companies')
    .values({
      name: `${member.username} 药店（演示）`,
      type: member.type ?? 1,
      approval: member.approval ?? 'approved',
      scopes: member.scopes ?? [],
      level: member.level ?? 1,
      address: '演示省演示市演示路 1 号',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('addresses')
    .values({
      company_id: company.id,
      name: '王收货',
      phone: '13900000000',
      region: '演示省演示市',
      detail: '演示路 1 号',
      is_default: true,
      is_licensed: true,
      created_at: now,
    })
    .execute();
  const { id } = await db
    .insertInto('members')
    .values({
      company_id: company.id,
      username: member.username,
      phone: member.phone ?? null,
      name: '李采购',
      password_hash: await hashPassword(PASSWORD),
      is_staff: member.staff ?? false,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, companyId: company.id };
}

/** The three that most tests need: `demo` is approved, `newbie` is not yet, `ops` is staff. */
export async function makeMembers(db: Db, now: number): Promise<void> {
  const manager = await db
    .insertInto('managers')
    .values({ name: '周经理', phone: '13800000001', is_default: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  const scopes = (await db.selectFrom('scopes').select('code').execute()).map(({ code }) => code);
  await makeMember(db, now, { username: 'demo', phone: '13812345678', scopes });
  await makeMember(db, now, { username: 'newbie', phone: '13812345679', approval: 'pending', scopes });
  await makeMember(db, now, { username: 'ops', staff: true });
  await db.updateTable('companies').set({ manager_id: manager.id }).execute();
}
