import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketStorage } from '#server/kernel/outside/storage/bucket.ts';
import { folderStorage, type UploadStorage } from '#server/kernel/outside/storage/storage.ts';
import { openAccount, sendFile, startRegister } from '../../modules/customers/registration/support.ts';

const SECRET = 'S3RVER';
const KEYS = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: SECRET };

const digest = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** The signature that AWS documents (SigV4), worked out from what arrived. */
function signatureOf({ method = '', url = '', headers }: IncomingMessage): { given: string; right: string } {
  const authorization = headers.authorization ?? '';
  const [, scope = '', names = '', given = ''] =
    /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(authorization) ?? [];
  const [day = '', region = '', service = ''] = scope.split('/');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const payload = String(headers['x-amz-content-sha256']);
  const canonical = [method, url, '', lines.join(''), names, payload].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${SECRET}`);
  return { given, right: hmac(key, toSign).toString('hex') };
}

/** In front of the store: refuses what is not signed rightly, which the test store leaves unchecked. */
function checkSignatures(to: number): Server {
  return createServer((incoming, outgoing) => {
    const { given, right } = signatureOf(incoming);
    if (given !== right) {
      outgoing.writeHead(403).end();
      return;
    }
    const { method, url, headers } = incoming;
    const onwards = send({ port: to, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onwards);
  });
}

describe('uploads in an object store', () => {
  let folder: string;
  let store: S3rver;
  let gate: Server;
  let endpoint: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storewright-bucket-'));
    store = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: folder,
      configureBuckets: [{ name: 'uploads', configs: [] }],
    });
    const { port } = await store.run();
    gate = checkSignatures(port);
    await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    gate.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  const bucket = () => bucketStorage({ endpoint, bucket: 'uploads', ...KEYS });
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
    const storage = bucketStorage({ endpoint, bucket: 'uploads', ...KEYS, secretAccessKey: 'wrong' });
    await expect(storage.put('x', Buffer.from('x'))).rejects.toThrow('403');
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
});
