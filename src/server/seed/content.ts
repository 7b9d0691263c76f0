import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { Db } from '../db/schema.ts';
import { continueIds, insertRows } from './insert.ts';

interface Content {
  nav: { name: string; url: string }[];
  hot_searches: { text: string; url: string }[];
  links: { text: string; url: string }[];
  article_categories: { id: number; parent?: number; name: string }[];
  ads: Record<
    string,
    { title: string; subtitle: string; url: string; ref?: string; hue: number; motif: string }[]
  >;
}

interface Article {
  id: number;
  group: number;
  title: string;
  summary: string;
  body: string;
  /** The page of its own that a help article has. */
  url?: string;
  /** How many days before the seeding it was published. */
  days?: number;
}

async function load(name: string): Promise<unknown> {
  return parse(await readFile(new URL(`./data/${name}.yaml`, import.meta.url), 'utf8'));
}

/** Everything of `data/content.yaml` and `data/articles.yaml`. */
export async function seedContent(db: Db, now: number): Promise<void> {
  const content = (await load('content')) as Content;
  const articles = (await load('articles')) as Article[];
  await insertRows(
    db,
    'nav_items',
    content.nav.map((item, position) => ({ ...item, is_open: false, position })),
  );
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
    content.article_categories.map(({ id, parent, name }, position) => ({
      id,
      parent_id: parent ?? null,
      name,
      position,
    })),
  );
  await insertRows(
    db,
    'articles',
    articles.map(({ id, group, title, summary, body, url, days }, position) => ({
      id,
      category_id: group,
      title,
      summary,
      body,
      url: url ?? null,
      position,
      published_at: now - (days ?? 200) * 86_400 - 3600,
    })),
  );
  const ads = Object.entries(content.ads).flatMap(([slot, items]) =>
    items.map((item, position) => ({ slot, ...item, ref: item.ref ?? null, position })),
  );
  await insertRows(db, 'ads', ads);
  await continueIds(db, ['article_categories', 'articles']);
}
