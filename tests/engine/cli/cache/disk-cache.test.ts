import { mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskCache } from '#engine/cli/cache/disk-cache.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'storewright-cache-')), 'inner');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const filesIn = async () => (await readdir(folder)).map((name) => join(folder, name));

async function onlyFile(): Promise<string> {
  const [file = '', ...others] = await filesIn();
  expect(others).toEqual([]);
  return file;
}

describe('a value that is kept on disk', () => {
  const value = { pages: new Map([['a', { until: Infinity, list: [1, '二', null] }]]) };

  it('is there for another process, and only under its whole key', async () => {
    await diskCache(folder).write(['code', 'a', 'bc'], value);
    const other = diskCache(folder);
    expect(await other.read(['code', 'a', 'bc'])).toEqual(value);
    expect(await other.read(['code', 'ab', 'c'])).toBeUndefined();
    expect(await other.read(['other code', 'a', 'bc'])).toBeUndefined();
  });

  it('is absent where its file is cut short, changed or empty, and can be written again', async () => {
    const cache = diskCache(folder);
    await cache.write(['k'], value);
    const file = await onlyFile();
    const whole = await readFile(file);
    const changed = Buffer.from(whole);
    changed[whole.length - 3] = (changed[whole.length - 3] ?? 0) ^ 1;
    for (const bytes of [whole.subarray(0, -5), changed, Buffer.alloc(0), Buffer.from('not one of ours')]) {
      await writeFile(file, bytes);
      expect(await cache.read(['k'])).toBeUndefined();
    }
    await truncate(file);
    await cache.write(['k'], value);
    expect(await cache.read(['k'])).toEqual(value);
  });

  it('is one of those that were written at once, whole, and nothing else is left', async () => {
    const lists = Array.from({ length: 12 }, (_, index) => Array.from({ length: 20_000 }, () => index));
    const reads: unknown[] = [];
    await Promise.all(
      lists.map(async (list) => {
        await diskCache(folder).write(['k'], list);
        reads.push(await diskCache(folder).read(['k']));
      }),
    );
    for (const read of reads) expect(lists).toContainEqual(read);
    await onlyFile();
  });

  it('is not missed where the folder cannot be written to', async () => {
    await writeFile(join(folder, '..', 'file'), '');
    const cache = diskCache(join(folder, '..', 'file', 'cache'));
    await cache.write(['k'], value);
    expect(await cache.read(['k'])).toBeUndefined();
  });

  it.each([
    { bytes: 3500, files: 100 },
    { bytes: 100_000, files: 3 },
  ])('is removed when newer ones need its room of %o, unless it was read since', async (most) => {
    const cache = diskCache(folder, most);
    const text = 'x'.repeat(1000);
    for (const key of ['read', 'forgotten']) {
      await cache.write([key], text);
      for (const file of await filesIn()) await utimes(file, 1000, 1000);
    }
    await cache.read(['read']);
    await cache.write(['third'], text);
    await cache.write(['fourth'], text);
    expect(await cache.read(['forgotten'])).toBeUndefined();
    for (const key of ['read', 'third', 'fourth']) expect(await cache.read([key])).toBe(text);
    expect(await filesIn()).toHaveLength(3);
  });
});
