import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { KIND_OPTIONS, listFeedback, sendFeedback } from '../feedback/feedback.ts';

export default defineRoutes({
  'user.feedback': ({ transaction, visitor, body, now }) =>
    transaction((db) => sendFeedback(db, memberOf(visitor), body, now)),

  'user.feedback_list': async ({ db, visitor, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const { companyId } = memberOf(visitor);
    const { list, total } = await listFeedback(db, { companyId, page: query.page, pageSize: page_size });
    const own = list.map(({ feedback }) => feedback);
    return ok({ list: own, total, page: query.page, page_size, kinds: KIND_OPTIONS });
  },
});
