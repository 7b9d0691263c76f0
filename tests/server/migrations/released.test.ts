import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '#generated/calls.ts';
import { verifyArchive } from '#server/kernel/backup/archive.ts';
import { restoreBackup } from '#server/kernel/backup/restore.ts';
import { migrationNames } from '#server/kernel/db/migrate.ts';
import { openStore, type Store } from '#server/kernel/db/open.ts';
import { folderStorage } from '#server/kernel/outside/storage/storage.ts';
import { checkBooks } from '#server/modules/ledger/index.ts';
import { startAppOn, type TestApp } from '../support/app.ts';
import { bindShopPages } from '../support/pages.ts';
import { createTestDatabase } from '../support/postgres.ts';

/** `<version>.tar.gz`, each made by `tools/server/freeze-database.ts` from the tag of its version. */
const FOLDER = 'tests/server/migrations';

/** What the main pages show. */
const READ: readonly [reader: string, call: CallName][] = [
  ['demo', 'user.base'],
  ['demo', 'goods.hot'],
  ['demo', 'cart.list'],
  ['demo', 'order.list'],
  ['ops', 'ops.summary'],
  ['ops', 'ops-order.list'],
  ['ops', 'ops-books.list'],
];

async function openNothing(): Promise<Store> {
  const { url, drop } = await createTestDatabase(async () => {});
  const store = await openStore({ url });
  return {
    ...store,
    async close() {
      await store.close();
      await drop();
    },
  };
}

const engines = [
  ['PostgreSQL', openNothing],
  ['the embedded database', () => openStore({ memory: true })],
] as const;

const archives = (await readdir(FOLDER)).filter((name) => name.endsWith('.tar.gz'));

it('there is a database of every version that was released', () => {
  expect(archives).toContain('0.1.0.tar.gz');
});

describe.each(archives)('a database of %s', (archive) => {
  const file = join(FOLDER, archive);

  it('was made by an earlier version', async () => {
    const { migrations, tables } = await verifyArchive(file);
    expect(Object.keys(migrations).length).toBeLessThan((await migrationNames()).length);
    expect(tables['orders']).toBeGreaterThan(0);
  });

  describe.each(engines)('that is migrated on %s', (_, open) => {
    let folder: string;
    let shop: TestApp;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'storewright-released-'));
      await bindShopPages();
      const store = await open();
      await restoreBackup(store.db, folderStorage(folder), file);
      shop = await startAppOn(store);
    });
    afterAll(async () => {
      await shop?.close();
      await rm(folder, { recursive: true, force: true });
    });

    it('has books that agree', async () => {
      expect((await checkBooks(shop.db)).breaches).toEqual([]);
    });

    it.each(READ)('shows %s what %s shows', async (reader, call) => {
      const { code } = await (await shop.as(reader)).call(call);
      expect(code).toBe(200);
    });
  });
});
