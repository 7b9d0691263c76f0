import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folderStorage, type UploadStorage } from '#server/kernel/outside/storage/storage.ts';
import { startApp } from '../../support/app.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.each(['pglite', 'postgres'] as const)('a file that is sent again under its key (%s)', (engine) => {
  it('is kept once, also when both are sent at once', async () => {
    const folder = await mkdtemp(`${tmpdir()}/storewright-repeat-`);
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const storage = folderStorage(folder);
    const kept = new Set<string>();
    const uploads: UploadStorage = {
      async put(id, bytes) {
        await storage.put(id, bytes);
        kept.add(id);
      },
      read: (id) => storage.read(id),
      async remove(id) {
        await storage.remove(id);
        kept.delete(id);
      },
    };
    const shop = await startApp({ engine, parts: { uploads } });
    onTestFinished(() => shop.close());
    const demo = await shop.as('demo');
    const send = () =>
      demo.call('upload.create', {
        body: { kind: 'avatar', file: new File([PNG], 'a.png', { type: 'image/png' }) },
        headers: { 'idempotency-key': 'same' },
      });
    const [one, two] = await Promise.all([send(), send()]);
    const three = await send();
    expect([one.status, two.status, three.status]).toEqual([201, 201, 201]);
    expect([two.data, three.data]).toEqual([one.data, one.data]);
    expect(await shop.db.selectFrom('uploads').select('id').execute()).toEqual([{ id: one.data.id }]);
    expect([...kept]).toEqual([one.data.id]);
  });
});
