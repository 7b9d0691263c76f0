import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';

/** A company whose registration is in progress, or done. */
export interface CurrentRegistration {
  companyId: number;
  approval: 'none' | 'pending' | 'approved' | 'rejected';
}

/**
 * The company that a member is registering: the first one, or (`store`) the further store whose registration is open.
 * Null when no further store has been created yet.
 */
export async function currentRegistration(
  db: Db,
  member: Member,
  store: boolean,
): Promise<CurrentRegistration | null> {
  if (!store) {
    const own = await db
      .selectFrom('members')
      .innerJoin('companies', 'companies.id', 'members.company_id')
      .select(['companies.id as companyId', 'companies.approval'])
      .where('members.id', '=', member.id)
      .executeTakeFirstOrThrow();
    return own;
  }
  const open = await db
    .selectFrom('registrations')
    .innerJoin('companies', 'companies.id', 'registrations.company_id')
    .select(['companies.id as companyId', 'companies.approval'])
    .where('registrations.member_id', '=', member.id)
    .where('registrations.is_store', '=', true)
    .where('companies.approval', 'in', ['none', 'rejected'])
    .orderBy('registrations.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return open ?? null;
}

/** Whether the member can still change the registration. */
export const isEditable = ({ approval }: CurrentRegistration): boolean =>
  approval === 'none' || approval === 'rejected';
