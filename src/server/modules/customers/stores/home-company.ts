import type { Db } from '../../../kernel/db/schema.ts';

/** The company that a member belongs to, whichever it acts for now, and the head of that company. */
export function homeCompany(db: Db, memberId: number) {
  return db
    .selectFrom('members')
    .innerJoin('companies', 'companies.id', 'members.company_id')
    .leftJoin('companies as heads', 'heads.id', 'companies.parent_id')
    .where('members.id', '=', memberId)
    .select(['companies.id', 'companies.name', 'companies.parent_id', 'heads.name as head'])
    .executeTakeFirstOrThrow();
}
