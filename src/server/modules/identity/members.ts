import type { MembersOfCompany } from '../../kernel/push/publish.ts';

/** The members whose company it is; others may act for it as well (`actingCompanies`). */
export const COMPANY_MEMBERS: MembersOfCompany = {
  name: 'members',
  select: (db, companyId) => db.selectFrom('members').where('company_id', '=', companyId).select('id'),
};
