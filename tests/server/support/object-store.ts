import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

const SECRET = 'S3RVER';
const KEYS = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: SECRET };

const digest = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** As AWS has it: everything but letters, digits and `-._~`. */
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

interface Signed {
  scope: string;
  date: string;
  /** The names of the headers that are signed. */
  names: string;
  given: string;
  payload: string;
}

/** What a request says of its signature: in its address, or in its headers. */
function signedBy({ url = '', headers }: IncomingMessage): Signed {
  const query = new URL(url, 'http://store').searchParams;
  const of = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  if (query.has('X-Amz-Signature'))
    return {
      scope: of('Credential').replace(/^[^/]+\//, ''),
      date: of('Date'),
      names: of('SignedHeaders'),
      given: of('Signature'),
      payload: 'UNSIGNED-PAYLOAD',
    };
  const [, scope = '', names = '', given = ''] =
    /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(headers.authorization ?? '') ??
    [];
  const date = String(headers['x-amz-date']);
  return { scope, date, names, given, payload: String(headers['x-amz-content-sha256']) };
}

/** The signature that AWS documents (SigV4), worked out from what arrived. */
function signatureOf(request: IncomingMessage): { given: string; right: string } {
  const { method = '', url = '', headers } = request;
  const { scope, date, names, given, payload } = signedBy(request);
  const [day = '', region = '', service = ''] = scope.split('/');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const { pathname, searchParams } = new URL(url, 'http://store');
  searchParams.delete('X-Amz-Signature');
  const query = Array.from(searchParams, (pair) => pair.map(encoded).join('=')).sort();
  const canonical = [method, pathname, query.join('&'), lines.join(''), names, payload].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, digest(canonical)].join('\n');
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

export interface ObjectStore {
  /** How to reach it, but for the bucket. */
  settings: typeof KEYS & { endpoint: string };
  stop(): Promise<void>;
}

/** An S3-compatible store of this machine that refuses what is not signed rightly, with these buckets. */
export async function startObjectStore(buckets: readonly string[]): Promise<ObjectStore> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-store-'));
  const store = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: buckets.map((name) => ({ name, configs: [] })),
  });
  const { port } = await store.run();
  const gate = checkSignatures(port);
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  return {
    settings: { ...KEYS, endpoint: `http://127.0.0.1:${(gate.address() as AddressInfo).port}` },
    async stop() {
      gate.close();
      gate.closeAllConnections();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
