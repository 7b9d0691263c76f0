import { type RawBuilder, sql } from 'kysely';
import type { Article, Link } from '#generated/schemas.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { articleHtml } from '../../../kernel/text/article-html.ts';
import { articleUrl } from './url.ts';

/** A published article with its text as sanitised HTML; null when there is none. */
export async function readArticle(db: Db, id: number): Promise<Article | null> {
  const found = await db
    .selectFrom('articles')
    .innerJoin('article_categories', 'article_categories.id', 'articles.category_id')
    .select(['articles.id', 'title', 'summary', 'category_id', 'published_at', 'body'])
    .select(['page', 'name', 'key'])
    .where('articles.id', '=', id)
    .where('published', '=', true)
    .executeTakeFirst();
  if (!found) return null;
  const { page, name, key, body, ...article } = found;
  const around = await neighbours(db, article.category_id, id, page !== null);
  const link = (other: number | null, title: string | null, otherPage: string | null): Link | null =>
    other === null || title === null
      ? null
      : { text: title, url: articleUrl({ id: other, key, page: otherPage }) };
  return {
    ...article,
    category: name,
    category_key: key,
    body: articleHtml(body),
    url: articleUrl({ id, key, page }),
    previous: link(around.before_id, around.before_title, around.before_page),
    next: link(around.after_id, around.after_title, around.after_page),
  };
}

interface Neighbours {
  before_id: number | null;
  before_title: string | null;
  before_page: string | null;
  after_id: number | null;
  after_title: string | null;
  after_page: string | null;
}

/** The previous and next article in the category: help as ordered by staff, news by date, newest first. */
async function neighbours(db: Db, category: number, id: number, isHelp: boolean): Promise<Neighbours> {
  const order: RawBuilder<unknown> = isHelp ? sql`position, id` : sql`published_at DESC, id`;
  const { rows } = await sql<Neighbours>`
    SELECT before_id, before_title, before_page, after_id, after_title, after_page FROM (
      SELECT id,
        lag(id) OVER around AS before_id, lag(title) OVER around AS before_title, lag(page) OVER around AS before_page,
        lead(id) OVER around AS after_id, lead(title) OVER around AS after_title, lead(page) OVER around AS after_page
      FROM articles WHERE category_id = ${category} AND published
      WINDOW around AS (ORDER BY ${order})
    ) AS placed WHERE id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error(`article ${id} has left its category while it was read`);
  return found;
}
