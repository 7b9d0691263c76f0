import { defineRoutes } from '../../kernel/http/routes.ts';
import { ok } from '../../kernel/result/answer.ts';
import { settleIncident } from './commands/incidents.ts';
import { listIncidents } from './queries/incidents.ts';

export default defineRoutes({
  'ops-incident.list': async ({ db, query, site }) =>
    ok(await listIncidents(db, query, site.constants.trade.pageSize)),

  'ops-incident.settle': (request) =>
    request.transaction((db) => settleIncident(db, request, request.params.id, request.body.note)),
});
