import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { FolderInUse, lockFolder } from '#server/kernel/db/folder-lock.ts';
import { openStore } from '#server/kernel/db/open.ts';
import { startProcess } from './process.ts';

const WRITER = 'tests/server/kernel/db/writer.ts';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-folder-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('the data folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storewright-folder-'));
    await (await openStore({ folder })).close();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is refused to a second process, which names the first, until that is gone', async () => {
    const first = startProcess(WRITER, [folder]);
    await first.until(/^ready$/);
    const second = startProcess(WRITER, [folder]);
    expect(await second.exited).toBe(1);
    expect(second.errors()).toContain(`数据目录 ${folder} 正在被另一个进程使用(进程号 ${first.child.pid})`);
    first.child.kill('SIGKILL');
    await first.exited;
    const release = await lockFolder(folder);
    release();
  });

  it('loses nothing that was acknowledged when its process is killed', async () => {
    const acknowledged: number[] = [];
    const numbersOf = (lines: readonly string[]) => lines.filter((line) => /^\d+$/.test(line)).map(Number);
    for (let round = 0; round < 4; round += 1) {
      const writer = startProcess(WRITER, [folder]);
      await writer.until(/^ready$/);
      /* Some are acknowledged, however slow the machine is; then at any moment. */
      await vi.waitUntil(() => numbersOf(writer.lines).length >= 6, { timeout: 20_000, interval: 5 });
      await new Promise((resolve) => setTimeout(resolve, round * 130));
      writer.child.kill('SIGKILL');
      await writer.exited;
      acknowledged.push(...numbersOf(writer.lines));
    }
    expect(acknowledged.length).toBeGreaterThan(20);

    const store = await openStore({ folder });
    onTestFinished(() => store.close());
    const companies = await store.db.selectFrom('companies').select('id').execute();
    const addresses = await store.db.selectFrom('addresses').select('company_id').execute();
    const kept = new Set(companies.map(({ id }) => id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    // Each transaction wrote one row of either table: none is there by half.
    expect(new Set(addresses.map(({ company_id }) => company_id))).toEqual(kept);
  }, 60_000);
});

describe('the lock', () => {
  it('is not fooled by what an earlier process left behind', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'lock.pid'), '1');
    const release = await lockFolder(folder);
    expect(await readFile(join(folder, 'lock.pid'), 'utf8')).toBe(String(process.pid));
    release();
  });

  it('is taken by one of many', async () => {
    const folder = await temporaryFolder();
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)));
    const taken = tries.filter((result) => result.status === 'fulfilled');
    expect(taken).toHaveLength(1);
    const lost = tries.find((result) => result.status === 'rejected');
    expect(lost?.reason).toBeInstanceOf(FolderInUse);
    taken[0]?.value();
  });
});
