import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** A Markdown file of the demo data: its relative path, its front matter and its body. */
export interface MarkdownFile<Head> {
  path: string;
  head: Head;
  body: string;
}

/** Reads the `.md` files below a folder, in the order of their paths: front matter in YAML between `---`, then the body. */
export async function readMarkdown<Head>(folder: URL): Promise<MarkdownFile<Head>[]> {
  const root = fileURLToPath(folder);
  const paths = (await readdir(root, { recursive: true })).filter((path) => path.endsWith('.md'));
  return Promise.all(
    paths.toSorted().map(async (path) => {
      const text = await readFile(join(root, path), 'utf8');
      const [, head, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
      if (head === undefined || body === undefined)
        throw new Error(`${path} has no head between --- and ---`);
      return { path, head: parse(head) as Head, body: body.trim() };
    }),
  );
}
