import type { Db } from '../../../kernel/db/schema.ts';
import { tell } from '../../../kernel/push/tell.ts';
import { actingCompanies } from '../../identity/index.ts';

/**
 * Lets the open pages of everybody who buys for a company ask again about its cart. Said often in one transaction, it is
 * heard once.
 */
export async function notifyCart(db: Db, companyId: number): Promise<void> {
  const buyers = await actingCompanies(db).where('companies.id', '=', companyId).execute();
  for (const { id } of buyers) await tell(db, ['cart.list', 'cart.total'], { member: id });
}
