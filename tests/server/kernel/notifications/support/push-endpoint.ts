import { execFileSync } from 'node:child_process';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PushSender, webPushSender } from '#server/kernel/outside/web-push/push-sender.ts';

/** What has arrived, decrypted with the browser's keys; `vapid` are the claims of a signature that was right. */
interface ArrivedPush {
  payload: { title: string; body: string; url: string; tag: string; confirm: string };
  vapid: { aud: string; exp: number; sub: string };
  headers: Record<string, string | string[] | undefined>;
}

export interface PushEndpoint {
  sender: PushSender;
  arrived: ArrivedPush[];
  /** What it answers from now on; 201 at first. */
  status: number;
  /** What a browser gives to the shop that subscribes it. */
  subscription: { endpoint: string; p256dh: string; auth: string };
  stop(): Promise<void>;
}

/** A push service of its own with one browser behind it (RFC 8030), over TLS as each is. */
export async function startPushEndpoint(): Promise<PushEndpoint> {
  const tls = selfSigned();
  const browser = createECDH('prime256v1');
  const auth = randomBytes(16);
  browser.generateKeys();
  const arrived: ArrivedPush[] = [];
  const server = createServer(tls, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (endpoint.status < 300) {
        const { headers } = request;
        const payload = JSON.parse(decrypt(Buffer.concat(chunks), browser, auth)) as ArrivedPush['payload'];
        arrived.push({ payload, vapid: verified(headers.authorization ?? ''), headers });
      }
      response.writeHead(endpoint.status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `https://localhost:${port}`;
  const endpoint: PushEndpoint = {
    sender: webPushSender({
      accepts: (address) => address.startsWith(`${origin}/`),
      agent: new Agent({ ca: tls.cert }),
    }),
    arrived,
    status: 201,
    subscription: {
      endpoint: `${origin}/browser`,
      p256dh: browser.getPublicKey().toString('base64url'),
      auth: auth.toString('base64url'),
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return endpoint;
}

function selfSigned(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'storewright-push-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const terms = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
  execFileSync(
    'openssl',
    ['req', ...terms.split(' '), '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
    { stdio: 'ignore' },
  );
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** RFC 8291 §4, with the content coding of RFC 8188. */
function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = derive(browser.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** RFC 8292: the claims of the header `Authorization`. @throws when its signature is not of the key beside it */
function verified(authorization: string): ArrivedPush['vapid'] {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('the signature of the push is wrong');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as ArrivedPush['vapid'];
}
