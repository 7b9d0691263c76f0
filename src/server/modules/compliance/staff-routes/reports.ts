import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { listBatches, removeReport, saveReport } from '../reports/staff.ts';

export default defineRoutes({
  'ops-report.list': async ({ db, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    return ok({ ...(await listBatches(db, { ...query, pageSize: page_size })), page: query.page, page_size });
  },

  'ops-report.save': (request) => request.transaction((db) => saveReport(db, request, request.body)),

  'ops-report.remove': (request) => request.transaction((db) => removeReport(db, request, request.body)),
});
