import type { Article, ArticleSummary, HelpCategory } from '#generated/schemas.ts';
import type { Db } from '../../db/schema.ts';

/** The groups below a category with their articles, for the footer: `category_id=3` is the help. */
export async function helpCategories(db: Db, parent: number): Promise<HelpCategory[]> {
  const groups = await db
    .selectFrom('article_categories')
    .select(['id', 'name'])
    .where('parent_id', '=', parent)
    .orderBy('position')
    .execute();
  if (groups.length === 0) return [];
  const articles = await db
    .selectFrom('articles')
    .select(['id', 'title', 'url', 'category_id'])
    .where(
      'category_id',
      'in',
      groups.map(({ id }) => id),
    )
    .orderBy('position')
    .execute();
  return groups.map(({ id, name }) => ({
    id,
    name,
    children: articles
      .filter(({ category_id }) => category_id === id)
      .map((article) => ({
        id: article.id,
        name: article.title,
        url: article.url ?? `/help/news/info?id=${article.id}`,
      })),
  }));
}

/** A page of articles, newest first; of all categories but the help when none is named. */
export async function listArticles(
  db: Db,
  query: { category_id?: number; page: number; page_size?: number },
  pageSize: number,
): Promise<{ list: ArticleSummary[]; total: number; page: number; page_size: number }> {
  const size = query.page_size ?? pageSize;
  const articles = db
    .selectFrom('articles')
    .where((eb) =>
      query.category_id === undefined ? eb('url', 'is', null) : eb('category_id', '=', query.category_id),
    );
  const list = await articles
    .select(['id', 'title', 'summary', 'category_id', 'published_at'])
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((query.page - 1) * size)
    .execute();
  const counted = await articles
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { list, total: counted.total, page: query.page, page_size: size };
}

/** One article in full, or null. */
export async function readArticle(db: Db, id: number): Promise<Article | null> {
  const article = await db
    .selectFrom('articles')
    .innerJoin('article_categories', 'article_categories.id', 'articles.category_id')
    .select(['articles.id', 'title', 'summary', 'category_id', 'published_at', 'body', 'name as category'])
    .where('articles.id', '=', id)
    .executeTakeFirst();
  return article ?? null;
}
