import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { UploadStorage } from './storage.ts';

export interface BucketSettings {
  /** Where the object store answers, such as `https://oss-cn-shanghai.aliyuncs.com`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Milliseconds for one exchange: files are 10 MB at most. */
const PATIENCE = 30_000;

/** In a bucket of an object store that speaks S3, addressed by path. The bucket must exist and be private. */
export function bucketStorage({ endpoint, bucket, ...keys }: BucketSettings): UploadStorage {
  const client = new AwsClient({ ...keys, service: 's3', retries: 3 });
  const root = `${endpoint.replace(/\/+$/, '')}/${bucket}/`;

  async function exchange(id: string, init: RequestInit): Promise<Response> {
    const response = await client.fetch(root + id, { ...init, signal: AbortSignal.timeout(PATIENCE) });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404) throw missing(id);
    throw new Error(`the object store answered ${response.status} for ${init.method ?? 'GET'} ${id}`);
  }

  return {
    async put(id, bytes) {
      await exchange(id, {
        method: 'PUT',
        body: new Uint8Array(bytes),
        // Signed along, so that the store itself refuses what arrives otherwise.
        headers: { 'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex') },
      });
    },
    async read(id) {
      const { body } = await exchange(id, { method: 'GET' });
      return body === null ? Readable.from([]) : Readable.fromWeb(body as ReadableStream<Uint8Array>);
    },
    async remove(id) {
      await exchange(id, { method: 'DELETE' }).catch((fault: unknown) => {
        if ((fault as { code?: string }).code !== 'ENOENT') throw fault;
      });
    },
  };
}

/** As the folder says it: whoever reads need not know where the files are. */
const missing = (id: string) => Object.assign(new Error(`no object ${id}`), { code: 'ENOENT' });
