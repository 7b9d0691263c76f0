import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate, migrationNames } from '#server/kernel/db/migrate.ts';
import { type Engine, openStore, type Store } from '#server/kernel/db/open.ts';
import { type SeedOptions, seed } from '#server/seed/index.ts';
import { cacheFolder } from '#tools/cache.ts';
import { makeMembers } from './members.ts';
import { bindShopPages } from './pages.ts';
import { createTestDatabase } from './postgres.ts';

/** The moment at which a test's clock starts: 2026-11-01 10:00 in Beijing. */
export const START = 1_793_498_400;

/** A database of the test's own on either engine, with all migrations and the members of `members.ts`. */
export async function openTestStore(engine: Engine): Promise<Store> {
  await bindShopPages();
  if (engine === 'pglite') return openStore({ memory: true, snapshot: await snapshot() });
  return openCopy(prepare);
}

/** A database on PostgreSQL with all migrations and no row. */
export async function openEmptyStore(): Promise<Store> {
  await bindShopPages();
  return openCopy(migrateStore);
}

/** A database on PostgreSQL with the demo of these sizes, and nothing else. */
export async function openDemoStore(options: Partial<SeedOptions>): Promise<Store> {
  const store = await openEmptyStore();
  await seed(store.db, { now: START, ...options });
  return store;
}

async function openCopy(template: (store: Store) => Promise<void>): Promise<Store> {
  const { url, drop } = await createTestDatabase(template);
  const store = await openStore({ url });
  return {
    ...store,
    async close() {
      await store.close();
      await drop();
    },
  };
}

async function migrateStore({ db }: Store): Promise<void> {
  await migrate(db);
}

async function prepare({ db }: Store): Promise<void> {
  await migrate(db);
  await makeMembers(db, START);
}

/** The prepared embedded database as a tar, made anew when a migration or this folder's seed changes. */
async function snapshot(): Promise<Uint8Array<ArrayBuffer>> {
  const migrations = await migrationNames();
  const sources = [
    'package-lock.json',
    'tests/server/support/members.ts',
    ...migrations.map((name) => `src/server/migrations/${name}`),
  ];
  const hash = createHash('sha256');
  for (const source of sources) hash.update(await readFile(source));
  const path = join(await cacheFolder(), `pglite-${hash.digest('hex').slice(0, 16)}.tar`);
  const known = await readFile(path).catch(() => null);
  if (known) return new Uint8Array(known);
  const store = await openStore({ memory: true });
  await prepare(store);
  const tar = await store.dump();
  await store.close();
  if (tar === null) throw new Error('the embedded engine dumped nothing');
  await writeFile(`${path}.${process.pid}`, tar);
  await rename(`${path}.${process.pid}`, path);
  return new Uint8Array(tar);
}
