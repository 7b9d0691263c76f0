import { describe, expect, test } from 'vitest';
import { readName } from '#engine/cli/new/names.ts';
import { prepareScaffold } from '#engine/cli/new/prepare-scaffold.ts';
import { isDated, readKinds } from '#engine/cli/new/templates.ts';
import { loadProject } from '#engine/cli/project/load-project.ts';

async function scaffolded(kind: string, more: Partial<Parameters<typeof prepareScaffold>[2]> = {}) {
  const names = readName('year-end');
  if (names === undefined) throw new Error('the name cannot be one');
  const before = await loadProject('config');
  const { written } = await prepareScaffold(before, kind, {
    names,
    title: '年终大促',
    said: 'zh',
    ...more,
  });
  return [...written].find(([path]) => path.startsWith('config/pages/'))?.[1] ?? '';
}

describe('a scaffold', () => {
  test('of an activity begins and ends when it is said to, its countdown with it', async () => {
    const page = await scaffolded('activity', {
      from: '2026-12-01T10:00:00+08:00',
      until: '2026-12-05T22:30:00+08:00',
    });
    expect(page).toContain('from: 2026-12-01T10:00:00+08:00\n  until: 2026-12-05T22:30:00+08:00\n');
    expect(page).toContain('block: countdown\n    until: 2026-12-05T22:30:00+08:00');
  });

  test('has what was given for its fields, else what its kind says', async () => {
    expect(await scaffolded('brand', { values: { brand: '7' } })).toContain('query: { brand: 7,');
    expect(await scaffolded('brand')).toContain('query: { brand: 1,');
  });

  test('is chosen by a name and a line about it, and tells whether it has a beginning and an end', async () => {
    const kinds = Object.entries(await readKinds('zh'));
    for (const [, { label, hint }] of kinds) expect([label, hint]).not.toContain(undefined);
    const dated = await Promise.all(
      kinds.map(async ([name, kind]) => ((await isDated(kind, 'zh')) ? name : '')),
    );
    expect(dated.filter((name) => name !== '')).toEqual(['activity']);
  });
});
