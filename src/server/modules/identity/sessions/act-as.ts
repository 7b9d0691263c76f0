import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';

export type Approval = 'none' | 'pending' | 'approved' | 'rejected';

/**
 * Query of the companies that a member may act for: its own, and the stores of that company. One row each. A store that
 * left its head is excluded at once, and a disabled member acts for none.
 */
export function actingCompanies(db: Db) {
  return db
    .selectFrom('members')
    .innerJoin('companies', (join) =>
      join.on((eb) =>
        eb.or([
          eb('companies.id', '=', eb.ref('members.company_id')),
          eb('companies.parent_id', '=', eb.ref('members.company_id')),
        ]),
      ),
    )
    .where('members.disabled_at', 'is', null)
    .select([
      'members.id as id',
      'members.is_staff',
      'companies.id as companyId',
      'companies.type as companyType',
      'companies.approval',
      'companies.qualified_until',
      'companies.scopes',
      'companies.level',
    ]);
}

interface RoleFacts {
  is_staff: boolean;
  approval: Approval;
  qualified_until: number | null;
}

/**
 * domain §1: `approved` needs an approved company whose needed certificates are all valid, checked at every request.
 */
export function roleOf({ is_staff, approval, qualified_until }: RoleFacts, now: number): Member['role'] {
  if (is_staff) return 'staff';
  return approval === 'approved' && (qualified_until === null || now < qualified_until)
    ? 'approved'
    : 'member';
}

/** The member acting for its own company or one of its stores; null for any other company. */
export async function actAs(
  db: Db,
  { id, sessionId }: Pick<Member, 'id' | 'sessionId'>,
  companyId: number,
  now: number,
): Promise<Member | null> {
  const row = await actingCompanies(db)
    .where('members.id', '=', id)
    .where('companies.id', '=', companyId)
    .executeTakeFirst();
  if (!row) return null;
  const { is_staff, approval, qualified_until, ...member } = row;
  return { ...member, sessionId, role: roleOf({ is_staff, approval, qualified_until }, now) };
}
