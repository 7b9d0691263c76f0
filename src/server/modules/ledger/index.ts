import { defineModule } from '../../kernel/module.ts';
import { userFigures } from '../identity/index.ts';
import booksJob from './jobs/books.ts';
import creditJob from './jobs/credit.ts';
import pointsJob from './jobs/points.ts';
import { pointsOf } from './points/points.ts';
import walletRoutes from './routes.ts';

export { checkBooks } from './books/check-books.ts';
export { checkDay, listChecks } from './books/checks.ts';
export { addBookRules, type BookRule } from './books/rule.ts';
export { billOfOrder, type CreditFigures, describeCredit } from './credit/bills.ts';
export { type CreditState, creditOf, openBill, reduceBill } from './credit/credit.ts';
export { listBills, listCredit, saveCredit } from './credit/staff.ts';
export {
  type AccountRef,
  accountId,
  balanceOf,
  book,
  lockAccount,
  USE_TYPE,
  type UseType,
} from './ledger.ts';
export { givePoints, grantPoints, pointsOf, takeBackPoints, takePoints } from './points/points.ts';
export type { CompanyAccount, ShopAccount } from './tables.ts';
export { expiringPoints } from './wallet/log.ts';
export { bookBalance, listBalances, readBalance } from './wallet/staff.ts';

export const ledger = defineModule({
  name: 'ledger',
  routes: [walletRoutes],
  jobs: { books: booksJob, credit: creditJob, points: pointsJob },
  connect() {
    userFigures.add(async (db, { companyId }) => ({ points: await pointsOf(db, companyId) }));
  },
});
