import { defineRoutes } from '../../kernel/http/routes.ts';
import { ok } from '../../kernel/result/answer.ts';
import { decideRequest, requestsForStaff } from './buying-rights/review.ts';
import { grantRights, revokeRight, rightsForStaff } from './buying-rights/rights.ts';

export default defineRoutes({
  'ops-kxzq.requests': async ({ db, now, query, site }) =>
    ok(await requestsForStaff(db, now, { ...query, pageSize: site.constants.trade.pageSize })),
  'ops-kxzq.decide': (request) =>
    request.transaction((db) => decideRequest(db, request, request.params.id, request.body)),
  'ops-kxzq.rights': async ({ db, now, query, site }) =>
    ok(await rightsForStaff(db, now, { ...query, pageSize: site.constants.trade.pageSize })),
  'ops-kxzq.grant': (request) => request.transaction((db) => grantRights(db, request, request.body)),
  'ops-kxzq.revoke': (request) => request.transaction((db) => revokeRight(db, request, request.params.id)),
});
