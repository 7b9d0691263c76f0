import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { decideRegistrations, previewDecisions } from '../review/bulk.ts';
import { decideRegistration, reviewCertificate } from '../review/decide.ts';
import { reviewOf } from '../review/detail.ts';
import { listQueue } from '../review/queue.ts';

export default defineRoutes({
  'ops-register.list': async ({ db, query, site }) =>
    ok(
      await listQueue(db, {
        page: query.page,
        state: query.state,
        keywords: query.keywords ?? '',
        pageSize: site.constants.trade.pageSize,
      }),
    ),

  'ops-register.detail': async ({ db, params, now }) => {
    const found = await reviewOf(db, params.id, now);
    return found ? ok(found) : refuse('notFound', { message: '没有这家单位' });
  },

  'ops-register.judge': (request) =>
    request.transaction((db) => reviewCertificate(db, request, request.params.id, request.body)),

  'ops-register.decide': (request) =>
    request.transaction((db) => decideRegistration(db, request, request.params.id, request.body)),

  'ops-register.bulkPreview': (request) => previewDecisions(request, request.body),

  'ops-register.bulk': (request) => decideRegistrations(request, request.body),
});
