import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { articleHtml } from '../../../kernel/text/article-html.ts';
import {
  articleChoices,
  articleSource,
  listForStaff,
  publishArticle,
  saveArticle,
} from '../articles/staff.ts';

export default defineRoutes({
  'ops-article.list': async ({ db, query, site }) =>
    ok(await listForStaff(db, { ...query, pageSize: site.constants.trade.pageSize })),

  'ops-article.choices': async ({ db }) => ok(await articleChoices(db)),

  'ops-article.source': async ({ db, params }) => {
    const source = await articleSource(db, params.id);
    return source ? ok(source) : refuse('notFound', { message: '这篇文章已经不在了' });
  },

  'ops-article.preview': async ({ body }) => ok({ html: articleHtml(body.text) }),

  'ops-article.save': (request) => request.transaction((db) => saveArticle(db, request, request.body)),

  'ops-article.publish': (request) =>
    request.transaction((db) => publishArticle(db, request, request.params.id, request.body.published === 1)),
});
