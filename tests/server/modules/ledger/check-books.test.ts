import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const COMMAND = new URL('../../../../src/server/check-books.ts', import.meta.url).pathname;

it('the books of a shop that is not there are not opened, and nothing is written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storewright-books-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const shop = join(folder, 'none');
  const { DATABASE_URL: _, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, [COMMAND], {
    env: { ...env, DATA_DIR: shop },
    encoding: 'utf8',
  });
  expect([status, stderr.trim()]).toEqual([2, `${shop} 没有数据库`]);
  expect(existsSync(shop)).toBe(false);
});
