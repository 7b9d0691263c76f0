import type { Generated } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends ContentTables {}
}

interface ContentTables {
  ads: AdsTable;
  nav_items: NavItemsTable;
  links: LinksTable;
  hot_searches: LinksTable;
  article_categories: ArticleCategoriesTable;
  articles: ArticlesTable;
}

/** One advertisement in a slot. Without a picture of its own one is drawn from title, subtitle, hue and motif. */
interface AdsTable {
  id: Generated<number>;
  slot: string;
  /** Id that the call's `ids` filters by. */
  ref: string | null;
  title: string;
  subtitle: string;
  /** Empty for none; `#text` for a message (spec §8). */
  url: string;
  hue: number;
  motif: string;
  /** URL of the picture that staff chose. */
  image: Generated<string | null>;
  /** Incremented with every change, so that browsers do not show the cached drawing. */
  version: Generated<number>;
  position: number;
  starts_at: number | null;
  ends_at: number | null;
}

interface NavItemsTable {
  id: Generated<number>;
  parent_id: number | null;
  name: string;
  url: string;
  image: string | null;
  is_open: Generated<boolean>;
  position: number;
}

interface LinksTable {
  id: Generated<number>;
  text: string;
  url: string;
  position: number;
}

interface ArticleCategoriesTable {
  id: Generated<number>;
  parent_id: number | null;
  name: string;
  /** Its name in URLs, such as `xrzn` or `hy`. */
  key: string;
  position: number;
}

/** `body` is Markdown as staff wrote it; readers get HTML that is made from it and sanitised for every answer. */
interface ArticlesTable {
  id: Generated<number>;
  category_id: number;
  title: string;
  summary: string;
  body: string;
  /** Its help page, such as `hyzc`; null for news. */
  page: string | null;
  position: number;
  published_at: number;
  /** Visible to readers; staff always see it. */
  published: Generated<boolean>;
}
