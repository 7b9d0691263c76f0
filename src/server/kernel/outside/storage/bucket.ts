import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { type Sending, StorageOutage, type UploadStorage } from './storage.ts';

export interface BucketSettings {
  /** URL of the object store, such as `https://oss-cn-shanghai.aliyuncs.com`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Private files are sent by the store itself, at signed addresses: browsers must reach it. */
  redirects?: boolean;
}

/** Seconds for which a signed address is good: time enough to follow a redirect. */
const SIGNED_LIFETIME = 60;

/** Milliseconds for one request: files are 10 MB at most. */
const TIMEOUT = 30_000;

/** Stores files in a bucket of an S3-compatible object store, with path-style URLs. The bucket must exist and be private. */
export function bucketStorage({
  endpoint,
  bucket,
  redirects = false,
  ...keys
}: BucketSettings): UploadStorage {
  const client = new AwsClient({ ...keys, service: 's3', retries: 3 });
  const root = `${endpoint.replace(/\/+$/, '')}/${bucket}/`;

  async function send(id: string, init: RequestInit): Promise<Response> {
    const request = { ...init, signal: AbortSignal.timeout(TIMEOUT) };
    const response = await client.fetch(root + id, request).catch((fault: unknown) => {
      throw new StorageOutage('the object store does not answer', { cause: fault });
    });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404) throw missing(id);
    const answered = `the object store answered ${response.status} for ${init.method ?? 'GET'} ${id}`;
    throw response.status >= 500 ? new StorageOutage(answered) : new Error(answered);
  }

  async function signedUrl(id: string, { type, disposition, now }: Sending): Promise<string> {
    const url = new URL(root + id);
    url.searchParams.set('X-Amz-Expires', String(SIGNED_LIFETIME));
    url.searchParams.set('response-content-type', type);
    url.searchParams.set('response-content-disposition', disposition);
    url.searchParams.set('response-cache-control', 'private, no-store');
    const datetime = new Date(now * 1000).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
    const signed = await client.sign(url.href, { aws: { signQuery: true, datetime } });
    return signed.url;
  }

  return {
    async put(id, bytes) {
      await send(id, {
        method: 'PUT',
        body: new Uint8Array(bytes),
        // Signed, so that the store rejects a corrupted upload.
        headers: { 'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex') },
      });
    },
    async read(id) {
      const { body } = await send(id, { method: 'GET' });
      return body === null ? Readable.from([]) : Readable.fromWeb(body as ReadableStream<Uint8Array>);
    },
    async remove(id) {
      await send(id, { method: 'DELETE' }).catch((fault: unknown) => {
        if ((fault as { code?: string }).code !== 'ENOENT') throw fault;
      });
    },
    ...(redirects && { signedUrl }),
  };
}

/** The same error as of the folder storage. */
const missing = (id: string) => Object.assign(new Error(`no object ${id}`), { code: 'ENOENT' });
