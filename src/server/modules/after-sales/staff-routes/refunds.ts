import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { endRefund, listRefunds } from '../refunds/staff.ts';

/** Staff calls for refunds. */
export default defineRoutes({
  'ops-refund.list': async ({ db, query, site }) =>
    ok(await listRefunds(db, query, site.constants.trade.pageSize)),

  'ops-refund.paid': (request) =>
    request.transaction((db) =>
      endRefund(db, request, request.params.id, { route: 'bank', reference: request.body.reference }),
    ),

  'ops-refund.toBalance': (request) =>
    request.transaction((db) => endRefund(db, request, request.params.id, { route: 'balance' })),
});
