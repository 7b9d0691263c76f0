import { basename, dirname } from 'node:path';
import { DAY, HOUR } from '#shop/domain/calendar.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { insertRows } from '../../../kernel/seed/insert.ts';
import { readMarkdown } from '../../../kernel/seed/markdown.ts';

/** Front matter of an article. */
interface ArticleFrontMatter {
  title: string;
  summary: string;
  /** Its help page; without one the article is news. */
  page?: string;
  /** How many days before the seeding it was published. */
  days?: number;
}

const HELP_AGE = 200;

/**
 * The articles of `articles/<category>/<id>[-<name>].md`. Their order in a category is that of their numbers.
 * @param categoryOf the category's key -> its id
 */
export async function seedArticles(
  db: Db,
  categoryOf: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const files = await readMarkdown<ArticleFrontMatter>(new URL('./articles/', import.meta.url));
  const articles = files.map(({ path, head: { title, summary, page, days }, body }) => {
    const category = categoryOf.get(dirname(path));
    if (category === undefined) throw new Error(`${path}: no category ${dirname(path)} in content.yaml`);
    return {
      id: Number.parseInt(basename(path), 10),
      category_id: category,
      title,
      summary,
      body,
      page: page ?? null,
      published_at: now - (days ?? HELP_AGE) * DAY - HOUR,
    };
  });
  const ordered = articles.toSorted((one, other) => one.id - other.id);
  await insertRows(
    db,
    'articles',
    ordered.map((article, position) => Object.assign(article, { position })),
  );
}
