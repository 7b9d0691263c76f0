import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const FILE = 'src/server/ASVS.md';

/** How many requirements version 5.0.0 has of the levels 1 and 2. */
const COUNT = 253;

const ROW = /^\| (\d+\.\d+\.\d+) \| ([12]) \| (.+?) \| (.+?) \| (.*?) \| (.*?) \|$/gm;
const LINK = /\]\(([^)#]+)\)/g;

const rows = [...(await readFile(FILE, 'utf8')).matchAll(ROW)].map(
  ([, id = '', , , state = '', how = '', where = '']) => ({
    id,
    state,
    how,
    files: Array.from(where.matchAll(LINK), ([, path = '']) => join(dirname(FILE), path)),
  }),
);

it('the table of ASVS has every requirement once', () => {
  expect(rows).toHaveLength(COUNT);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(COUNT);
});

it('names files that are there', () => {
  const gone = rows.flatMap(({ id, files }) =>
    files.filter((file) => !existsSync(file)).map((file) => `${id} ${file}`),
  );
  expect(gone).toEqual([]);
});

it('says of each requirement by which test it is met, or what is missing', () => {
  const states = new Set(rows.map(({ state }) => state));
  expect([...states].sort()).toEqual(['in part', 'met', 'n/a', 'not met']);
  const untested = rows.filter(
    ({ state, files }) => state === 'met' && !files.some((file) => file.endsWith('.test.ts')),
  );
  expect(untested.map(({ id }) => id)).toEqual([]);
  expect(rows.filter(({ how }) => how === '').map(({ id }) => id)).toEqual([]);
});
