import type { Home, Link, NavItem } from '#generated/schemas.ts';
import { cachedFor } from '../../../kernel/db/cache.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { brandsInOrder, loadCategories, treeOf } from '../../goods/index.ts';

/** How long the header's data is cached: it changes a few times a day, and every page requests it. */
const CACHE_SECONDS = 30;

/** `global.home`: the same for everybody, except for the server's time. */
export async function homeData(db: Db, now: number): Promise<Home> {
  const cached = await cachedFor(db, { key: 'home', seconds: CACHE_SECONDS, now }, async () => {
    const categories = await loadCategories(db, now);
    return {
      rnss: await hotSearches(db),
      nav: await navigation(db),
      category: treeOf(categories, 'drug'),
      category_yx: treeOf(categories, 'yx'),
      category_zy: treeOf(categories, 'tcm'),
      category_qx: treeOf(categories, 'device'),
      brand: await brandsInOrder(db, now),
    };
  });
  return { ...cached, timestamp: now };
}

/** Links to other sites, as staff order them. */
export const partnerLinks = (db: Db, now: number): Promise<Link[]> =>
  cachedFor(db, { key: 'links', seconds: CACHE_SECONDS, now }, () =>
    db.selectFrom('links').select(['text', 'url']).orderBy('position').execute(),
  );

function hotSearches(db: Db): Promise<Link[]> {
  return db.selectFrom('hot_searches').select(['text', 'url']).orderBy('position').orderBy('id').execute();
}

async function navigation(db: Db): Promise<NavItem[]> {
  const rows = await db.selectFrom('nav_items').selectAll().orderBy('position').orderBy('id').execute();
  return rows
    .filter(({ parent_id }) => parent_id === null)
    .map(({ id, name, url, image, is_open }) => ({
      id,
      name,
      url,
      image,
      is_open: is_open ? 1 : 0,
      children: rows
        .filter((row) => row.parent_id === id)
        .map((row) => ({ id: row.id, name: row.name, url: row.url })),
    }));
}
