import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import webPush from 'web-push';
import { SETTINGS } from '#server/process/settings.ts';
import { type PostgresServer, startPostgres } from '#tools/postgres.ts';
import { type SiteProcess, startSite } from '#tools/site-process.ts';
import { listen } from '../support/listen.ts';
import { builtRegistry, DIST, fill, routeEntries } from './support/addresses.ts';

const CANARY = 'Canary7Secret';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const NOWHERE = 'http://127.0.0.1:9';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});

const vapid = webPush.generateVAPIDKeys();

/** A line of a key: whoever tells the key tells it. */
const lineOf = (key: string) => key.split('\n')[2] ?? '';

const names = SETTINGS.filter((setting) => 'secret' in setting).map(({ name }) => name);

/** Every secret of the shop with a value that is found again, and what else belongs to its group. */
const secrets: Record<string, string> = {
  ...Object.fromEntries(names.map((name) => [name, `${CANARY}-${name}`])),
  ALIPAY_PRIVATE_KEY: privateKey,
  SMTP_URL: `smtp://shop:${CANARY}-SMTP@127.0.0.1:9`,
  VAPID_PRIVATE_KEY: vapid.privateKey,
};

const OTHERS = {
  STAFF_USERNAME: 'first',
  ALIPAY_APP_ID: '2026000000000001',
  ALIPAY_PUBLIC_KEY: publicKey,
  VAPID_PUBLIC_KEY: vapid.publicKey,
  ALIPAY_GATEWAY: NOWHERE,
  ALIYUN_SMS_ACCESS_KEY_ID: 'id',
  ALIYUN_SMS_SIGN_NAME: 'name',
  ALIYUN_SMS_TEMPLATE: 'SMS_1',
  WECHAT_APP_ID: 'wx1',
  UPLOADS_S3_BUCKET: 'uploads',
  UPLOADS_S3_ACCESS_KEY_ID: 'id',
  MAIL_FROM: 'shop@example.com',
};

/** What of the secrets is in a text. */
const told = (text: string) =>
  [CANARY, lineOf(privateKey), vapid.privateKey].filter((secret) => text.includes(secret));

describe('the secrets of a shop that serves', () => {
  let postgres: PostgresServer;
  let site: SiteProcess;
  /** The object store, which keeps nothing. */
  let isStoreAway = false;
  const log: string[] = [];
  beforeAll(async () => {
    const { base: endpoint } = await listen(() => ({ code: isStoreAway ? 500 : 200 }));
    postgres = await startPostgres();
    const url = new URL(await postgres.createDatabase('secrets'));
    url.password = `${CANARY}-password`;
    const env = { ...OTHERS, ...secrets, DATABASE_URL: url.href, UPLOADS_S3_ENDPOINT: endpoint };
    const sizes = { SEED_GOODS: '60', SEED_BUYERS: '1' };
    site = await startSite({ ...env, ...sizes, DIST_DIR: DIST, LOG_LEVEL: 'debug' }, '.', [], (line) =>
      log.push(line),
    );
  });
  afterAll(async () => {
    await site.stop();
    await postgres.stop();
  });

  /** The whole answer, as it is sent. */
  async function answer(path: string, init: RequestInit = {}): Promise<string> {
    const response = await fetch(site.url + path, { redirect: 'manual', ...init });
    const headers = Array.from(response.headers, ([name, value]) => `${name}: ${value}`);
    return [...headers, await response.text()].join('\n');
  }

  test('are in no page and no header, whoever asks', async () => {
    const registry = await builtRegistry();
    const paths = [...routeEntries(registry.routes)].flatMap(({ path, isOwn }) =>
      isOwn ? [fill(path, {})] : [],
    );
    expect(paths.length).toBeGreaterThan(100);
    for (const cookie of ['', await site.logIn('demo'), await site.logIn('ops')])
      for (const path of paths) expect(told(await answer(path, { headers: { cookie } })), path).toEqual([]);
  });

  test('are in no answer of what fails for want of the outside parts', async () => {
    const cookie = await site.logIn('demo');
    const file = new FormData();
    file.append('kind', 'feedback');
    file.append('file', new Blob([PNG]), 'a.png');
    isStoreAway = true;
    const answers = [
      await answer('/api/sms', {
        method: 'POST',
        body: new URLSearchParams({ phone: '13900000000', scene: 'register' }),
      }),
      await answer('/api/upload', { method: 'POST', body: file, headers: { cookie } }),
      await answer('/api/wechat/login', { headers: { cookie } }),
      await answer('/api/nothing'),
      await answer('/metrics'),
      await answer('/api/openapi.json'),
      await answer('/metrics', { headers: { authorization: `Bearer ${secrets['METRICS_TOKEN']}` } }),
    ];
    expect(answers.at(-1)).toContain('http_request_duration_seconds');
    for (const text of answers) expect(told(text)).toEqual([]);
  });

  test('are in no line of the log', () => {
    expect(log.length).toBeGreaterThan(300);
    expect(told(log.join('\n'))).toEqual([]);
  });

  test('are not in the list of settings', async () => {
    const env = { ...process.env, ...OTHERS, ...secrets, UPLOADS_S3_ENDPOINT: NOWHERE };
    const { stdout } = await promisify(execFile)('node', ['tools/server/start.ts', '--settings'], { env });
    expect(stdout).toContain('ALIPAY_PRIVATE_KEY');
    expect(stdout).toContain('wx1');
    expect(told(stdout)).toEqual([]);
  });
});

test('what is built for browsers does not even name a secret', async () => {
  const files = await readdir(join(DIST, 'client'), { recursive: true, withFileTypes: true });
  const texts = files.filter((file) => file.isFile() && /\.(?:js|css|json|html|map)$/.test(file.name));
  expect(texts.length).toBeGreaterThan(20);
  for (const { parentPath, name } of texts) {
    const text = await readFile(join(parentPath, name), 'utf8');
    expect(
      names.filter((setting) => text.includes(setting)),
      name,
    ).toEqual([]);
    expect(text, name).not.toContain('process.env.');
  }
});
