import { defineRoutes } from '../../kernel/http/routes.ts';
import { memberOf } from '../../kernel/http/visitor.ts';
import { ok } from '../../kernel/result/answer.ts';
import { applyFor, requestsOf } from './buying-rights/requests.ts';

export default defineRoutes({
  'kxzq.apply': (request) =>
    request.transaction((db) => applyFor(db, memberOf(request.visitor), request.body, request.now)),
  'kxzq.requests': async ({ db, visitor, query, now, site }) =>
    ok(
      await requestsOf(db, memberOf(visitor).companyId, now, {
        ...query,
        pageSize: site.constants.trade.pageSize,
      }),
    ),
});
