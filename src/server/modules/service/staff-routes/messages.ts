import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { listSent, sendAsStaff } from '../messages/staff.ts';

export default defineRoutes({
  'ops-message.list': async ({ db, query, site }) =>
    ok(await listSent(db, query.page, site.constants.trade.pageSize)),

  'ops-message.send': (request) => request.transaction((db) => sendAsStaff(db, request, request.body)),
});
