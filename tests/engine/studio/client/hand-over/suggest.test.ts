import { describe, expect, test } from 'vitest';
import type { ChangedFile } from '#engine/studio/client/hand-over/changed-file.ts';
import { suggestBranch, suggestMessage } from '#engine/studio/client/hand-over/suggest.ts';

const changed = (path: string): ChangedFile => ({ path, before: 'a', after: 'b' });
const added = (path: string): ChangedFile => ({ path, before: null, after: 'b' });
const page = (name: string) => `config/pages/zones/${name}.yaml`;

describe('what is suggested for a commit', () => {
  test('names the pages, and the other files only where there is no page', () => {
    const files = [added(page('double12')), changed('config/ads.yaml')];
    expect([suggestBranch(files), suggestMessage(files)]).toEqual(['pages/double12', 'pages: add double12']);
    expect([suggestBranch(files.slice(1)), suggestMessage(files.slice(1))]).toEqual([
      'config/ads',
      'config: change ads',
    ]);
  });

  test('says what became of each', () => {
    const files = [added(page('a')), changed(page('b')), { path: page('c'), before: 'x', after: null }];
    expect(suggestMessage(files)).toBe('pages: add a, change b, remove c');
  });

  test('names three of many, and stays in one line of 72 characters', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((name) => changed(page(name)));
    expect(suggestBranch(many)).toBe('pages/a-b-c-and-2-more');
    expect(suggestMessage(many)).toBe('pages: change a, b, c and 2 more');
    const long = many.map(({ path }) => changed(path.replace('.yaml', `${'-long'.repeat(5)}.yaml`)));
    expect(suggestMessage(long).length).toBeLessThanOrEqual(72);
  });
});
