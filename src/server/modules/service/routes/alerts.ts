import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { listAlerts } from '../alerts/read.ts';
import { addAlert, removeAlerts } from '../alerts/write.ts';

export default defineRoutes({
  'alert.list': async (request) => {
    const { query, site } = request;
    const page_size = site.constants.trade.pageSize;
    const found = await listAlerts(request, { page: query.page, pageSize: page_size });
    return ok({ ...found, page: query.page, page_size });
  },

  'alert.add': (request) => request.transaction((db) => addAlert(request, db, request.body)),

  'alert.remove': ({ transaction, visitor, body }) =>
    transaction(async (db) => {
      await removeAlerts(db, memberOf(visitor).id, body.ids);
      return ok({ ok: true }, '已去掉');
    }),
});
