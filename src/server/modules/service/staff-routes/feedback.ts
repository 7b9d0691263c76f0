import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { answerFeedback } from '../feedback/answer.ts';
import { listFeedback } from '../feedback/feedback.ts';

const FEEDBACK_TABS = [
  { value: '', label: '全部' },
  { value: 'open', label: '待回复' },
  { value: 'answered', label: '已回复' },
];

export default defineRoutes({
  'ops-feedback.list': async ({ db, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const found = await listFeedback(db, { companyId: null, ...query, pageSize: page_size });
    const list = found.list.map(({ feedback, company, phone }) => ({
      id: feedback.id,
      company,
      phone,
      kind_text: feedback.kind_text,
      text: feedback.text,
      files: feedback.files,
      state_text: feedback.state_text,
      reply: feedback.reply,
      created_at: feedback.created_at,
    }));
    return ok({ list, total: found.total, page: query.page, page_size, tabs: FEEDBACK_TABS });
  },

  'ops-feedback.answer': (request) =>
    request.transaction((db) => answerFeedback(db, request, request.params.id, request.body.reply)),
});
