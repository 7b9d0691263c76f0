import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DamagedArchive, entriesOf, verifyArchive } from '#server/kernel/backup/archive.ts';
import { keptTables, sequenceStates } from '#server/kernel/backup/kept-tables.ts';
import { writeRecordedBackup } from '#server/kernel/backup/recorded.ts';
import { RestoreRefused, restoreBackup } from '#server/kernel/backup/restore.ts';
import { writeBackup } from '#server/kernel/backup/write.ts';
import { openStore, type Store } from '#server/kernel/db/open.ts';
import type { Db } from '#server/kernel/db/schema.ts';
import { folderStorage, type UploadStorage } from '#server/kernel/outside/storage/storage.ts';
import { seed } from '#server/seed/index.ts';
import { auditBooks } from '../../support/buyer.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { openEmptyStore, START } from '../../support/store.ts';

let folder: string;
let shop: Store;
let uploads: UploadStorage;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storewright-backup-'));
  uploads = folderStorage(join(folder, 'uploads'));
  shop = await openEmptyStore();
  await seed(shop.db, { now: START, goods: 60, buyers: 2, files: uploads });
  file = join(folder, 'shop.tar.gz');
  await writeBackup(shop.db, uploads, { file, now: START });
});
afterAll(async () => {
  await shop?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A place without a table. */
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

/** A digest of every table's rows, whatever their order. */
async function contentOf(db: Db): Promise<Record<string, unknown>> {
  const content: Record<string, unknown> = {};
  for (const { name } of await keptTables(db)) {
    const { rows } = await sql<{ digest: string; count: string }>`
      SELECT count(*) AS count, md5(coalesce(string_agg(kept, ',' ORDER BY kept COLLATE "C"), '')) AS digest
      FROM (SELECT row_to_json(all_rows)::text AS kept FROM ${sql.table(name)} AS all_rows) AS rows`.execute(
      db,
    );
    content[name] = rows[0];
  }
  return content;
}

const places = [
  ['PostgreSQL', openNothing],
  ['the embedded database', () => openStore({ memory: true })],
] as const;

describe.each(places)('a backup that is restored into %s', (_, open) => {
  let restored: Store;
  let files: UploadStorage;
  beforeAll(async () => {
    restored = await open();
    files = folderStorage(await mkdtemp(join(folder, 'restored-')));
    await restoreBackup(restored.db, files, file);
  });
  afterAll(() => restored?.close());

  it('has every row, to the last digit', async () => {
    expect(await contentOf(restored.db)).toEqual(await contentOf(shop.db));
  });

  it('has every file', async () => {
    const rows = await shop.db.selectFrom('uploads').select('id').execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const { id } of rows)
      expect(await text(await files.read(id))).toBe(await text(await uploads.read(id)));
  });

  it('has books that agree', async () => {
    await expect(auditBooks(restored.db)).resolves.toBeUndefined();
  });

  it('goes on counting where the shop was', async () => {
    expect(await sequenceStates(restored.db)).toEqual(await sequenceStates(shop.db));
  });

  it('refuses what the shop refuses, and hears of changes', async () => {
    const orphan = sql`UPDATE goods SET maker_id = 999999 WHERE id = (SELECT min(id) FROM goods)`;
    await expect(orphan.execute(restored.db)).rejects.toThrow(/foreign key/);
    const { rows } = await sql<{ off: string }>`
      SELECT count(*) AS off FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'D'`.execute(restored.db);
    expect(Number(rows[0]?.off)).toBe(0);
  });
});

describe('a backup', () => {
  it('is of one moment, though the shop goes on', async () => {
    const moving = await openEmptyStore();
    await sql`CREATE TABLE a_first (amount integer)`.execute(moving.db);
    await sql`CREATE TABLE z_last (amount integer)`.execute(moving.db);
    await sql`INSERT INTO a_first VALUES (1000)`.execute(moving.db);
    await sql`INSERT INTO z_last VALUES (0)`.execute(moving.db);
    const ending = new AbortController();
    let moves = 0;
    const moved = (async () => {
      while (!ending.signal.aborted) {
        await moving.db.transaction().execute(async (trx) => {
          await sql`UPDATE a_first SET amount = amount - 1`.execute(trx);
          await sql`UPDATE z_last SET amount = amount + 1`.execute(trx);
        });
        moves += 1;
      }
    })();
    const at = join(folder, 'moving.tar.gz');
    await writeBackup(moving.db, uploads, { file: at, now: START });
    ending.abort();
    await moved;
    await moving.close();
    expect(moves).toBeGreaterThan(10);
    const amounts: number[] = [];
    for await (const { name, content } of entriesOf(at))
      if (/a_first|z_last/.test(name)) amounts.push(JSON.parse(content.toString())[0].amount as number);
    expect(amounts).toHaveLength(2);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(1000);
  });

  it('is told from a damaged one, and from half of one', async () => {
    const bytes = await readFile(file);
    for (const [name, damaged] of [
      ['half', bytes.subarray(0, bytes.length / 2)],
      ['other', Buffer.from('no archive at all')],
      ['flipped', Buffer.from(bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte)))],
    ] as const) {
      const at = join(folder, name);
      await writeFile(at, damaged);
      await expect(verifyArchive(at), name).rejects.toThrow(DamagedArchive);
    }
  });

  it('leaves nothing under its name when it cannot be finished', async () => {
    const broken: UploadStorage = {
      ...uploads,
      read: () => Promise.reject(new Error('the storage is down')),
    };
    const at = join(folder, 'broken.tar.gz');
    await expect(writeBackup(shop.db, broken, { file: at, now: START })).rejects.toThrow(
      'the storage is down',
    );
    expect((await readdir(folder)).filter((name) => name.startsWith('broken'))).toEqual([]);
  });

  it('names the files that the storage has lost or damaged, and not those that the shop removes meanwhile', async () => {
    const [gone, damaged, removed] = (
      await shop.db.selectFrom('uploads').select('id').orderBy('id').limit(3).execute()
    ).map(({ id }) => id);
    const failing: UploadStorage = {
      ...uploads,
      async read(id) {
        if (id === removed)
          await shop.db.updateTable('uploads').set({ id: 'removed' }).where('id', '=', id).execute();
        if (id === gone || id === removed) throw Object.assign(new Error('none'), { code: 'ENOENT' });
        return id === damaged ? Readable.from([Buffer.from('bit rot')]) : uploads.read(id);
      },
    };
    const at = join(folder, 'lossy.tar.gz');
    const { lost, uploads: written } = await writeBackup(shop.db, failing, { file: at, now: START });
    expect(new Set(lost)).toEqual(new Set([gone, damaged]));
    const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM uploads`.execute(
      shop.db,
    );
    expect(written).toBe((rows[0]?.count ?? 0) - 2);
  });

  it('is not restored over a shop', async () => {
    await expect(restoreBackup(shop.db, uploads, file)).rejects.toThrow(RestoreRefused);
  });
});

describe('what is kept of a backup', () => {
  const now = () => START;
  const last = () =>
    shop.db.selectFrom('backups').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

  it('is how much was written, once it was read again', async () => {
    const recorded = join(folder, 'recorded.tar.gz');
    const { tables, uploads: files } = await writeRecordedBackup(shop.db, uploads, { file: recorded, now });
    const row_count = Object.values(tables).reduce((sum, count) => sum + count, 0);
    const { bytes, ...row } = await last();
    expect(row).toMatchObject({ file: 'recorded.tar.gz', row_count, upload_count: files, fault: '' });
    expect(bytes).toBe((await readFile(recorded)).length);
  });

  it('is why there is none', async () => {
    const nowhere = join(folder, 'no-such-folder', 'shop.tar.gz');
    await expect(writeRecordedBackup(shop.db, uploads, { file: nowhere, now })).rejects.toThrow('ENOENT');
    const { file: name, fault, row_count } = await last();
    expect([name, row_count]).toEqual(['shop.tar.gz', 0]);
    expect(fault).toContain('ENOENT');
  });
});
