import { type Kysely, sql } from 'kysely';

/**
 * An article says on which help page it stands instead of carrying a whole address, and a category has the name that
 * addresses use; both make up the address.
 */
const STATEMENTS = [
  `ALTER TABLE articles ADD COLUMN page text`,
  `UPDATE articles SET page = substring(url from '^/help/[a-z]+/([a-z_]+)')`,
  `ALTER TABLE article_categories ADD COLUMN key text`,
  `UPDATE article_categories SET key = coalesce(
    (SELECT substring(url from '^/help/([a-z]+)/') FROM articles
      WHERE category_id = article_categories.id AND url IS NOT NULL ORDER BY id LIMIT 1),
    'c' || id)`,
  `ALTER TABLE article_categories ALTER COLUMN key SET NOT NULL`,
  `CREATE UNIQUE INDEX article_categories_key ON article_categories (key)`,
  `ALTER TABLE articles DROP COLUMN url`,
  `CREATE INDEX articles_page ON articles (page, position) WHERE page IS NOT NULL`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
