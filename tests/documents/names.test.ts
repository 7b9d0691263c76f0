import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { listTree } from '#engine/cli/files.ts';
import { readModuleOrder } from '#tools/directions/modules.ts';

const folders = await Promise.all(['src', 'tests', 'config/api'].map((folder) => listTree(folder)));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...folders
    .flat()
    /* The README of a template is of another project. */
    .filter((path) => /(?:^|\/)(?:README|\d{4}-[\w-]+)\.md$/.test(path) && !path.includes('/template/')),
];

/** What a text in backticks names of this repository; a path with a placeholder in it names nothing. */
const NAMED =
  /`((?:src|tests|tools|schemas|config|\.ci)\/[\w./-]*\w\/?|[\w-]+\/[\w./-]*\.(?:tsx?|sql|css))`/g;

/** The folders that a path may begin in: a document of a room names what is in that room. */
const ROOTS = ['.', 'src', 'src/engine', 'src/shop', 'src/server', 'src/server/kernel', 'src/server/modules'];
const LINK = /\]\((?!https?:)([^)#]+)[^)]*\)/g;

/** The page that the README's reader makes. */
const MADE = new Set(['config/pages/hello.yaml']);

it.each(documents)('%s names only what is there', async (document) => {
  const text = await readFile(document, 'utf8');
  const named = [...text.matchAll(NAMED)].map(([, path = '']) => path);
  const linked = [...text.matchAll(LINK)].map(([, path = '']) => join(dirname(document), path));
  const isThere = (path: string) =>
    [dirname(document), ...ROOTS].some((root) => existsSync(join(root, path)));
  const gone = [...named.filter((path) => !isThere(path)), ...linked.filter((path) => !existsSync(path))];
  expect(gone.filter((path) => !MADE.has(path))).toEqual([]);
});

it('lists the modules of the server in their order', async () => {
  const [list, readme] = await Promise.all(
    ['index.ts', 'README.md'].map((name) => readFile(join('src/server/modules', name), 'utf8')),
  );
  const rows = [...(readme ?? '').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(readModuleOrder(list ?? ''));
});
