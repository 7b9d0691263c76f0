import { ok } from '../answer.ts';
import { defineRoutes } from '../routes.ts';
import { applyFor, requestsOf } from '../services/controlled/requests.ts';
import { memberOf } from '../visitor.ts';

export default defineRoutes({
  'kxzq.apply': (request) =>
    request.transaction((db) => applyFor(db, memberOf(request.visitor), request.body, request.now)),
  'kxzq.requests': async ({ db, visitor, query, now, site }) =>
    ok(await requestsOf(db, memberOf(visitor).companyId, now, { ...query, pageSize: site.trade.pageSize })),
});
