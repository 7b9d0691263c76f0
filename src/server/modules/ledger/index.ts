import { defineModule } from '../../kernel/module.ts';
import { userFigures } from '../identity/index.ts';
import booksJob from './jobs/books.ts';
import creditJob from './jobs/credit.ts';
import pointsJob from './jobs/points.ts';
import { pointsOf } from './points/points.ts';
import routes from './routes.ts';
import staffRoutes from './staff-routes.ts';

export { checkBooks } from './books/check-books.ts';
export { registerBookGauges } from './books/gauges.ts';
export { addBookRules, type BookRule } from './books/rule.ts';
export { billOfOrder, type CreditFigures, describeCredit } from './credit/bills.ts';
export { type CreditState, creditOf, NO_CREDIT, openBill, reduceBill } from './credit/credit.ts';
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

export const ledger = defineModule({
  name: 'ledger',
  routes: [routes, staffRoutes],
  jobs: { books: booksJob, credit: creditJob, points: pointsJob },
  connect() {
    userFigures.add(async (db, { companyId }) => ({ points: await pointsOf(db, companyId) }));
  },
});
