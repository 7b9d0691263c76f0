import type { Db } from '../../../kernel/db/schema.ts';
import { publishChange } from '../../../kernel/push/publish.ts';
import { actingCompanies } from '../../identity/index.ts';

/**
 * Notifies the open pages of everybody who buys for a company, so that they load its cart again. Several calls in one
 * transaction send one notification.
 */
export async function notifyCart(db: Db, companyId: number): Promise<void> {
  const buyers = await actingCompanies(db).where('companies.id', '=', companyId).execute();
  for (const { id } of buyers) await publishChange(db, ['cart.list', 'cart.total'], { member: id });
}
