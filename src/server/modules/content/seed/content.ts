import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { Db } from '../../../kernel/db/schema.ts';
import { continueIds, insertRows } from '../../../kernel/seed/insert.ts';
import { seedArticles } from './articles.ts';

interface SeedLink {
  name: string;
  url: string;
}

interface SeedContent {
  nav: (SeedLink & { children?: SeedLink[] })[];
  hot_searches: { text: string; url: string }[];
  links: { text: string; url: string }[];
  article_categories: { id: number; key: string; parent?: number; name: string }[];
  ads: Record<
    string,
    { title: string; subtitle: string; url: string; ref?: string; hue: number; motif: string }[]
  >;
}

async function load(name: string): Promise<unknown> {
  return parse(await readFile(new URL(`./${name}.yaml`, import.meta.url), 'utf8'));
}

/** Everything of `content.yaml`, and the articles beside it. */
export async function seedContent(db: Db, now: number): Promise<void> {
  const content = (await load('content')) as SeedContent;
  for (const [position, { children = [], ...item }] of content.nav.entries()) {
    const { id } = await db
      .insertInto('nav_items')
      .values({ ...item, is_open: false, position })
      .returning('id')
      .executeTakeFirstOrThrow();
    const below = children.map((child, index) => ({
      ...child,
      parent_id: id,
      is_open: false,
      position: index,
    }));
    await insertRows(db, 'nav_items', below);
  }
  await insertRows(
    db,
    'hot_searches',
    content.hot_searches.map((item, position) => ({ ...item, position })),
  );
  await insertRows(
    db,
    'links',
    content.links.map((item, position) => ({ ...item, position })),
  );
  await insertRows(
    db,
    'article_categories',
    content.article_categories.map(({ parent, ...category }, position) => ({
      ...category,
      parent_id: parent ?? null,
      position,
    })),
  );
  const categoryOf = new Map(content.article_categories.map(({ key, id }) => [key, id]));
  await seedArticles(db, categoryOf, now);
  const ads = Object.entries(content.ads).flatMap(([slot, items]) =>
    items.map((item, position) => ({ slot, ...item, ref: item.ref ?? null, position })),
  );
  await insertRows(db, 'ads', ads);
  await continueIds(db, ['article_categories', 'articles']);
}
