import { record } from '../../kernel/audit/audit.ts';
import { defineRoutes } from '../../kernel/http/routes.ts';
import { ok, refuse } from '../../kernel/result/answer.ts';
import { checkDay, listChecks } from './books/checks.ts';
import { billsForStaff, listCredit, saveCredit } from './credit/staff.ts';
import { bookBalance, listBalances, readBalance } from './wallet/staff.ts';

/** Balances, credit and checks of the books in the back office. */
export default defineRoutes({
  'ops-balance.list': async ({ db, query, site }) =>
    ok(await listBalances(db, query, site.constants.trade.pageSize)),

  'ops-balance.log': async ({ db, params, query, site }) => {
    const log = await readBalance(db, params.id, query.page, site.constants.trade.pageSize);
    return log ? ok(log) : refuse('notFound', { message: '企业不存在' });
  },

  'ops-balance.book': (request) =>
    request.transaction((db) => bookBalance(db, request, request.params.id, request.body)),

  'ops-credit.list': async ({ db, query, site, now }) =>
    ok(await listCredit(db, query, site.constants.trade.pageSize, now)),

  'ops-credit.bills': async ({ db, params, query, site, now }) => {
    const bills = await billsForStaff(db, params.id, query.page, site.constants.trade.pageSize, now);
    return bills ? ok(bills) : refuse('notFound', { message: '企业不存在' });
  },

  'ops-credit.save': (request) => request.transaction((db) => saveCredit(db, request, request.body)),

  'ops-books.list': async ({ db }) => ok({ list: await listChecks(db) }),

  'ops-books.run': async (request) => {
    const breaches = await checkDay(request.db, request.now, { again: true });
    return request.transaction(async (db) => {
      const label = breaches === null || breaches.length === 0 ? '账目相符' : `${breaches.length} 处不符`;
      await record(db, request, { action: 'check', subject: 'books', id: 0, label });
      return ok({ breaches: breaches ?? [] }, label);
    });
  },
});
