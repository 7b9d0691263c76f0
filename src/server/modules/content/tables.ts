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
  /** What the slot's `ids` may narrow by. */
  ref: string | null;
  title: string;
  subtitle: string;
  /** Empty for none; `#text` for a message (spec §8). */
  url: string;
  hue: number;
  motif: string;
  /** Address of the picture that staff chose. */
  image: Generated<string | null>;
  /** Grows with every change, so that no browser keeps the old drawing. */
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
  /** Its name in addresses, such as `xrzn` or `hy`. */
  key: string;
  position: number;
}

/** `body` is Markdown as staff wrote it; what readers get is made of it and cleaned on every answer. */
interface ArticlesTable {
  id: Generated<number>;
  category_id: number;
  title: string;
  summary: string;
  body: string;
  /** The help page that it stands on, such as `hyzc`; null for news. */
  page: string | null;
  position: number;
  published_at: number;
  /** Readers find it; staff see it in any case. */
  published: Generated<boolean>;
}
