import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyArchive } from '#server/kernel/backup/archive.ts';
import { migrate } from '#server/kernel/db/migrate.ts';
import { openStore, type Store } from '#server/kernel/db/open.ts';
import { bucketStorage } from '#server/kernel/outside/storage/bucket.ts';
import type { UploadStorage } from '#server/kernel/outside/storage/storage.ts';
import { seed } from '#server/seed/index.ts';
import { filledIn, linesOf, type } from '../../../support/runbook.ts';
import { type ObjectStore, startObjectStore } from '../../support/object-store.ts';
import { bindShopPages } from '../../support/pages.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { START } from '../../support/store.ts';

/** A shop on PostgreSQL whose uploads lie in an object store, and an empty place of both kinds. */
let folder: string;
let objects: ObjectStore;
let shop: Place;
let empty: Place;

interface Place {
  store: Store;
  uploads: UploadStorage;
  /** What the commands are told of it. */
  env: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

async function openPlace(bucket: string): Promise<Place> {
  const { url, drop } = await createTestDatabase(async () => {});
  const store = await openStore({ url });
  const { endpoint, region, accessKeyId, secretAccessKey } = objects.settings;
  return {
    store,
    uploads: bucketStorage({ ...objects.settings, bucket }),
    env: {
      DATABASE_URL: url,
      DATA_DIR: join(folder, bucket),
      UPLOADS_S3_ENDPOINT: endpoint,
      UPLOADS_S3_BUCKET: bucket,
      UPLOADS_S3_REGION: region,
      UPLOADS_S3_ACCESS_KEY_ID: accessKeyId,
      UPLOADS_S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    async close() {
      await store.close();
      await drop();
    },
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storewright-commands-'));
  objects = await startObjectStore(['shop', 'empty']);
  shop = await openPlace('shop');
  empty = await openPlace('empty');
  await bindShopPages();
  await migrate(shop.store.db);
  await seed(shop.store.db, { now: START, goods: 60, buyers: 2, files: shop.uploads });
}, 300_000);
afterAll(async () => {
  for (const place of [shop, empty]) await place?.close();
  await objects?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('a shop with its uploads in an object store is written, lost, restored into empty places and proved, as the runbook says', async () => {
  const file = join(folder, 'shop.tar');
  const lines = (await linesOf('When all is lost')).map((line) => line.replaceAll('shop.tar', file));
  const [backup = '', place = '', restore = '', ...more] = lines;
  expect(more).toEqual([]);
  expect(await type(backup, shop.env)).toEqual({ code: 0, said: expect.stringContaining('verified') });

  const files = await shop.store.db.selectFrom('uploads').select('id').orderBy('id').execute();
  expect(files.length).toBeGreaterThan(3);
  expect(await verifyArchive(file)).toMatchObject({ uploads: files.length, lost: [] });
  const contents = new Map<string, string>();
  for (const { id } of files) contents.set(id, await text(await shop.uploads.read(id)));
  for (const { id } of files) await shop.uploads.remove(id);

  const { DATABASE_URL = '', DATA_DIR = '', ...others } = empty.env;
  const set = filledIn(place, { DATABASE_URL, DATA_DIR });
  expect(set).toBe(`export DATABASE_URL='${DATABASE_URL}' DATA_DIR='${DATA_DIR}'`);
  const restored = await type(`${set}; ${restore}`, others);
  expect(restored).toEqual({ code: 0, said: expect.stringContaining('the books agree') });
  /* The proof of its own, after that of the restore. */
  expect(restored.said).toMatch(/账目相符\s*$/);
  for (const [id, content] of contents) expect(await text(await empty.uploads.read(id)), id).toBe(content);
}, 600_000);

it('a file that the object store has lost is named, and the command says so to whatever started it', async () => {
  const { code, said } = await type(`npm run backup -- ${join(folder, 'lossy.tar')}`, shop.env);
  expect(code).toBe(3);
  expect(said).toContain('lost or damaged');
}, 300_000);
