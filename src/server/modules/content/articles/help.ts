import type { HelpCategory } from '#generated/schemas.ts';
import { cachedFor } from '../../../kernel/db/cache.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { articleUrl } from './url.ts';

/** How long they are cached: the footer of every page shows them. */
const CACHE_SECONDS = 30;

/** The groups below a category with their articles, as ordered by staff: `category_id=3` is the help (spec §7). */
export const helpCategories = (db: Db, parent: number, now: number): Promise<HelpCategory[]> =>
  cachedFor(db, { key: `help ${parent}`, seconds: CACHE_SECONDS, now }, () => loadCategories(db, parent));

async function loadCategories(db: Db, parent: number): Promise<HelpCategory[]> {
  const groups = await db
    .selectFrom('article_categories')
    .select(['id', 'name', 'key'])
    .where('parent_id', '=', parent)
    .orderBy('position')
    .orderBy('id')
    .execute();
  if (groups.length === 0) return [];
  const ids = groups.map(({ id }) => id);
  const articles = await db
    .selectFrom('articles')
    .select(['id', 'title', 'page', 'category_id'])
    .where('category_id', 'in', ids)
    .where('published', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return groups.map(({ id, name, key }) => ({
    id,
    name,
    children: articles
      .filter(({ category_id }) => category_id === id)
      .map(({ id: article, title, page }) => ({
        id: article,
        name: title,
        url: articleUrl({ id: article, key, page }),
      })),
  }));
}

/** The article that a help page opens with by default; null when the page has none. */
export async function firstOnPage(db: Db, page: string): Promise<number | null> {
  const first = await db
    .selectFrom('articles')
    .select('id')
    .where('page', '=', page)
    .where('published', '=', true)
    .orderBy('position')
    .orderBy('id')
    .executeTakeFirst();
  return first?.id ?? null;
}
