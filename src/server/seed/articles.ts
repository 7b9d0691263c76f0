import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Db } from '../db/schema.ts';
import { insertRows } from './insert.ts';

const FOLDER = fileURLToPath(new URL('./data/articles', import.meta.url));

/** What stands above an article's text. */
interface Head {
  title: string;
  summary: string;
  /** The help page that it stands on; without it the article is news. */
  page?: string;
  /** How many days before the seeding it was published. */
  days?: number;
}

const HELP_AGE = 200;
const DAY = 86_400;
const HOUR = 3600;

/** `---`, the head as YAML, `---`, the text as Markdown. */
function readArticle(path: string, text: string): Head & { body: string } {
  const [, head, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  if (head === undefined || body === undefined) throw new Error(`${path} has no head between --- and ---`);
  return { ...(parse(head) as Head), body: body.trim() };
}

/**
 * The articles of `data/articles/<category>/<id>[-<name>].md`. Their order in a category is that of their numbers.
 * @param categoryOf the category's key -> its id
 */
export async function seedArticles(
  db: Db,
  categoryOf: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const names = (await readdir(FOLDER, { recursive: true })).filter((name) => name.endsWith('.md'));
  const articles = await Promise.all(
    names.map(async (name) => {
      const { page, days, ...article } = readArticle(name, await readFile(join(FOLDER, name), 'utf8'));
      const category = categoryOf.get(dirname(name));
      if (category === undefined) throw new Error(`${name}: no category ${dirname(name)} in content.yaml`);
      return {
        id: Number.parseInt(basename(name), 10),
        category_id: category,
        ...article,
        page: page ?? null,
        published_at: now - (days ?? HELP_AGE) * DAY - HOUR,
      };
    }),
  );
  const ordered = articles.toSorted((one, other) => one.id - other.id);
  await insertRows(
    db,
    'articles',
    ordered.map((article, position) => ({ ...article, position })),
  );
}
