import { ok, refuse } from '../answer.ts';
import { defineRoutes } from '../routes.ts';
import { helpCategories, listArticles, readArticle } from '../services/catalogue/articles.ts';

export default defineRoutes({
  'article.categories': async ({ db, query }) => ok(await helpCategories(db, query.category_id)),
  'article.list': async ({ db, query, site }) => ok(await listArticles(db, query, site.trade.pageSize)),
  'article.detail': async ({ db, params }) => {
    const article = await readArticle(db, params.id);
    return article ? ok(article) : refuse('notFound', { message: '文章不存在或已撤下' });
  },
});
