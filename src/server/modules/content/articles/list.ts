import type { ArticleSummary } from '#generated/schemas.ts';
import { cachedFor } from '../../../kernel/db/cache.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { articleUrl } from './url.ts';

export interface ArticleQuery {
  category_id?: number;
  /** The category by its name in URLs. */
  type?: string;
  page: number;
  page_size?: number;
}

interface ArticlePage {
  list: ArticleSummary[];
  total: number;
  page: number;
  page_size: number;
}

/** How long a page is cached: the home page shows the first articles. */
const CACHE_SECONDS = 30;

/** A page of articles, newest first; without a category all news, but not the help. */
export function listArticles(
  db: Db,
  query: ArticleQuery,
  pageSize: number,
  now: number,
): Promise<ArticlePage> {
  const size = query.page_size ?? pageSize;
  const key = `articles ${JSON.stringify([query.category_id, query.type, query.page, size])}`;
  return cachedFor(db, { key, seconds: CACHE_SECONDS, now }, () => loadArticles(db, query, size));
}

async function loadArticles(db: Db, query: ArticleQuery, size: number): Promise<ArticlePage> {
  let articles = db
    .selectFrom('articles')
    .innerJoin('article_categories', 'article_categories.id', 'articles.category_id')
    .where('published', '=', true);
  if (query.category_id !== undefined) articles = articles.where('category_id', '=', query.category_id);
  if (query.type !== undefined) articles = articles.where('key', '=', query.type);
  if (query.category_id === undefined && query.type === undefined)
    articles = articles.where('page', 'is', null);
  const rows = await articles
    .select(['articles.id', 'title', 'summary', 'category_id', 'published_at', 'name', 'key', 'page'])
    .orderBy('published_at', 'desc')
    .orderBy('articles.id')
    .limit(size)
    .offset((query.page - 1) * size)
    .execute();
  const { total } = await articles
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const list = rows.map(({ id, title, summary, category_id, published_at, name, key, page }) => ({
    id,
    title,
    summary,
    category_id,
    category: name,
    published_at,
    url: articleUrl({ id, key, page }),
  }));
  return { list, total, page: query.page, page_size: size };
}
