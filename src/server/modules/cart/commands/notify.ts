import type { Db } from '../../../kernel/db/schema.ts';
import { type MembersOfCompany, publishChangeToEach } from '../../../kernel/push/publish.ts';
import { actingCompanies } from '../../identity/index.ts';

/**
 * Notifies the open pages of everybody who buys for a company, so that they load its cart again. Several changes send one
 * notification.
 */
export async function notifyCart(db: Db, companyId: number): Promise<void> {
  await publishChangeToEach(db, ['cart.list', 'cart.total'], BUYERS, companyId);
}

/** Everybody who buys for the company. */
const BUYERS: MembersOfCompany = {
  name: 'buyers',
  select: (db, companyId) => actingCompanies(db).where('companies.id', '=', companyId),
};
