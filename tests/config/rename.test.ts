import { describe, expect, it } from 'vitest';
import { loadProject } from '#engine/cli/project/load-project.ts';
import { brokenBy, linesWith } from '../engine/compiler/support/renamed-field.ts';

const files = await loadProject('config');

describe('a field that is renamed in a response', () => {
  it('is named at each line of the real config that reads it', () => {
    const broken = brokenBy(files, 'user', 'company');
    const readers = linesWith(files, /\$user\.company\b/);
    expect(readers.size).toBeGreaterThan(0);
    expect([...readers].filter((line) => !broken.has(line))).toEqual([]);
    expect([...broken].filter((line) => !readers.has(line))).toEqual([]);
  });

  it('is named wherever an answer is followed to it', () => {
    const broken = brokenBy(files, 'goods-page', 'total');
    const readers = linesWith(files, /\$data\.goods\.total\b/, (file) =>
      /pages\/(?:list|search)\//.test(file),
    );
    expect(readers.size).toBeGreaterThan(1);
    expect([...readers].filter((line) => !broken.has(line))).toEqual([]);
  });
});
