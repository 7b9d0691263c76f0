import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import S3rver from 's3rver';

const BUCKET = 'uploads';

/** An object store on this machine that can be slow, refuse its work, or be away. @param folder where it keeps objects */
export async function startBucket(folder: string) {
  const store = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port: inner } = await store.run();
  /** `delay`: milliseconds until it answers. */
  const state = { reachable: true, failing: false, delay: 0 };
  const gate = createServer((incoming, outgoing) => {
    if (!state.reachable) {
      incoming.socket.destroy();
      return;
    }
    if (state.failing) {
      incoming.resume();
      outgoing.writeHead(503).end();
      return;
    }
    const { method, url, headers } = incoming;
    const onwards = send({ port: inner, method, path: url, headers }, (answer) => {
      setTimeout(() => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      }, state.delay);
    });
    incoming.pipe(onwards);
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  return {
    state,
    env: {
      UPLOADS_S3_ENDPOINT: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`,
      UPLOADS_S3_BUCKET: BUCKET,
      UPLOADS_S3_ACCESS_KEY_ID: 'S3RVER',
      UPLOADS_S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async close() {
      gate.closeAllConnections();
      gate.close();
      await store.close();
    },
  };
}
