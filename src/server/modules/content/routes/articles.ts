import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { firstOnPage, helpCategories } from '../articles/help.ts';
import { listArticles } from '../articles/list.ts';
import { readArticle } from '../articles/read.ts';

const NO_SUCH_ARTICLE = { message: '文章不存在或已撤下' };

export default defineRoutes({
  'article.categories': async ({ db, query, now }) => ok(await helpCategories(db, query.category_id, now)),

  'article.list': async ({ db, query, site, now }) =>
    ok(await listArticles(db, query, site.constants.trade.pageSize, now)),

  'article.detail': async ({ db, params }) => {
    const article = await readArticle(db, params.id);
    return article ? ok(article) : refuse('notFound', NO_SUCH_ARTICLE);
  },

  'article.help': async ({ db, params, query }) => {
    const id = query.id ?? (await firstOnPage(db, params.page));
    const article = id === null ? null : await readArticle(db, id);
    return article ? ok(article) : refuse('notFound', NO_SUCH_ARTICLE);
  },
});
