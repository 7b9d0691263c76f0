import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketStorage } from '#server/kernel/outside/storage/bucket.ts';
import { folderStorage, StorageOutage, type UploadStorage } from '#server/kernel/outside/storage/storage.ts';
import { openAccount, sendFile, startRegister } from '../../modules/customers/registration/support.ts';
import { type ObjectStore, startObjectStore } from '../../support/object-store.ts';

describe('uploads in an object store', () => {
  let folder: string;
  let store: ObjectStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storewright-bucket-'));
    store = await startObjectStore(['uploads']);
  });
  afterAll(async () => {
    await store.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const settings = () => ({ ...store.settings, bucket: 'uploads' });
  const bucket = () => bucketStorage(settings());
  const places: [string, () => UploadStorage][] = [
    ['a bucket', bucket],
    ['a folder', () => folderStorage(join(folder, 'plain'))],
  ];

  it.each(places)(
    '%s keeps files, gives them back, forgets them, and says when there is none',
    async (_, open) => {
      const storage = open();
      const id = 'kept-00000000000000001';
      await storage.put(id, Buffer.from('一张证照'));
      expect(await text(await storage.read(id))).toBe('一张证照');
      await storage.put(id, Buffer.from('换了一张'));
      expect(await text(await storage.read(id))).toBe('换了一张');
      await storage.remove(id);
      await expect(storage.read(id)).rejects.toMatchObject({ code: 'ENOENT' });
      await storage.remove(id);
    },
  );

  it('is not reached with a wrong key, and says so', async () => {
    const storage = bucketStorage({ ...settings(), secretAccessKey: 'wrong' });
    await expect(storage.put('x', Buffer.from('x'))).rejects.toThrow('403');
  });

  it('says that it is out of order when nothing answers, which the shop tells whoever sends a file', async () => {
    const uploads = bucketStorage({ ...settings(), endpoint: 'http://127.0.0.1:1' });
    await expect(uploads.read('x')).rejects.toBeInstanceOf(StorageOutage);
    const shop = await startRegister({ parts: { uploads } });
    const { browser } = await openAccount(shop);
    expect(await sendFile(browser)).toMatchObject({ status: 503, data: null });
    await shop.close();
  });

  it('carries a whole shop: a certificate goes in and comes back as an attachment', async () => {
    const shop = await startRegister({ parts: { uploads: bucket() } });
    const { browser } = await openAccount(shop);
    const { data } = await sendFile(browser);
    const response = await shop.app.inject({
      url: data.url,
      headers: { cookie: `sid=${browser.cookie ?? ''}` },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-disposition']).toContain('attachment');
    expect(response.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    await shop.close();
  });

  describe('that sends private files by itself', () => {
    const now = () => Math.floor(Date.now() / 1000);
    const sending = () => bucketStorage({ ...settings(), redirects: true });
    const ID = 'signed-0000000000000001';

    /** An address of one file, as it was signed so many seconds ago. */
    async function addressOf(id: string, age = 0): Promise<string> {
      const storage = sending();
      await storage.put(id, Buffer.from(`file ${id}`));
      const disposition = "attachment; filename*=UTF-8''a%20b.pdf";
      return (
        (await storage.signedUrl?.(id, { type: 'application/pdf', disposition, now: now() - age })) ?? ''
      );
    }

    it('does so at an address of that file, as an attachment', async () => {
      const response = await fetch(await addressOf(ID));
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(`file ${ID}`);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''a%20b.pdf");
    });

    it('does so for a minute', async () => {
      expect((await fetch(await addressOf(ID, 50))).status).toBe(200);
      expect((await fetch(await addressOf(ID, 70))).status).toBe(403);
    });

    it.each([
      ['another file', (url: string) => url.replace('0001?', '0002?')],
      ['a longer time', (url: string) => url.replace('Expires=60', 'Expires=6000')],
      ['a later time', (url: string) => url.replace(/Date=\d{8}/, 'Date=20991231')],
      ['another type', (url: string) => url.replace('application%2Fpdf', 'text%2Fhtml')],
      ['a shorter signature', (url: string) => url.replace(/Signature=\w{4}/, 'Signature=')],
      ['no signature', (url: string) => url.split('?')[0] ?? ''],
    ])('gives nothing when the address is changed to %s', async (_, change) => {
      await addressOf('signed-0000000000000002');
      const url = await addressOf(ID);
      expect(change(url)).not.toBe(url);
      expect((await fetch(change(url))).status).toBe(403);
    });

    it('sends there whoever may read the file, and nobody else', async () => {
      const shop = await startRegister({ parts: { uploads: sending() } });
      shop.clock.now = now();
      const [owner, other] = [await openAccount(shop), await openAccount(shop)];
      const { data } = await sendFile(owner.browser);
      const get = (cookie: string | undefined, path = '') =>
        shop.app.inject({
          url: data.url + path,
          headers: cookie === undefined ? {} : { cookie: `sid=${cookie}` },
        });
      const response = await get(owner.browser.cookie);
      expect(response.statusCode).toBe(303);
      expect(response.headers['cache-control']).toBe('private, no-store');
      const file = await fetch(String(response.headers['location']));
      expect(
        Buffer.from(await file.arrayBuffer())
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG');
      expect((await get(other.browser.cookie)).statusCode).toBe(404);
      expect((await get(undefined)).statusCode).toBe(401);
      expect((await get(owner.browser.cookie, '/view')).statusCode).toBe(200);
      await shop.close();
    });
  });
});
