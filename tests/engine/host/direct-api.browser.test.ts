import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '#engine/cli/build/build.ts';
import { launchChromium } from '#engine/cli/chromium.ts';
import { createHost, loadBuiltSite, readRegistry } from '#engine/host/index.ts';
import { listen, type Seen } from '../../support/listen.ts';

/** A shop whose API is asked by the browser itself, and by the host for what is everybody's. */
const config = (base: string): Record<string, string> => ({
  'config/site.yaml': `title: Pens and paper
locale: en-GB
api:
  base: ${base}
  through: browser
  answers: { message: /message }
  auth: { bearer: { from: { session.open: /token }, until: [session.close] } }
user: { call: user.me, visitor: {} }
roles: { member: { when: $user.id, page: / } }
`,
  'config/api/base.yaml': `pen.list: { get: /pens, response: 'product-card[]' }
user.me: { get: /me, response: { id: integer, name: string }, silent: true }
note.show: { get: /note, personal: true, response: { text: string }, silent: true }
session.open: { post: /session, body: { name: string, password: string }, response: { token: string } }
session.close: { delete: /session }
`,
  'config/pages/index.yaml': `name: index
path: /
title: Home
data: { pens: { call: pen.list }, note: { call: note.show } }
blocks:
  - { block: text, text: Welcome, level: title }
  - { block: product-grid, items: $data.pens, to: / }
  - { block: text, text: '{$data.note.text}', when: $user.id }
  - block: form
    when: { not: $user.id }
    submitText: Sign in
    fields:
      - { name: name, label: Name, kind: text, required: true }
      - { name: password, label: Password, kind: password, required: true }
    on: { submit: [{ call: session.open, body: { name: $form.name, password: $form.password } }, { go: /, reload: true }] }
`,
});

const TOKEN = 'token-of-ada';
let folder: string;
let app: FastifyInstance;
let browser: Browser;
let shop: string;
let seen: Seen[];

/** A REST API as somebody else would write it, open to the pages of other origins. */
async function serveApi(): Promise<string> {
  const api = await listen(({ method, path, headers, body }, response) => {
    response.setHeader('access-control-allow-origin', headers.origin ?? '*');
    response.setHeader('access-control-allow-headers', 'authorization, content-type');
    response.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
    const isAda = headers.authorization === `Bearer ${TOKEN}`;
    const answer = (status: number, data: unknown) =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(data === undefined ? '' : JSON.stringify(data));
    if (method === 'OPTIONS') return answer(204, undefined);
    if (path === '/pens') return answer(200, [{ id: 1, name: 'Fineliner', price: 2.5 }]);
    if (path === '/session' && method === 'DELETE') return answer(204, undefined);
    if (path === '/session')
      return body.includes('s3cret')
        ? answer(200, { token: TOKEN })
        : answer(422, { message: 'Not known here' });
    if (!isAda) return answer(401, { message: 'Sign in' });
    return answer(200, path === '/me' ? { id: 7, name: 'Ada' } : { text: 'A note for Ada alone' });
  });
  ({ seen } = api);
  return api.base;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'direct-api-'));
  for (const [path, text] of Object.entries(config(await serveApi()))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const distDir = join(folder, 'dist');
  await build({ distDir, configDir: join(folder, 'config'), report: () => {} });
  app = await createHost({ registry: await readRegistry(distDir), site: await loadBuiltSite(distDir) });
  shop = await app.listen({ port: 0, host: '127.0.0.1' });
  browser = await launchChromium();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a shop whose API the browser asks by itself', () => {
  it('is rendered by the host with what is everybody’s, without a word of its reader to the API', async () => {
    seen.length = 0;
    const html = await fetch(shop, {
      headers: { cookie: 'session=of-the-shop', authorization: 'Bearer of-the-shop' },
    });
    expect(await html.text()).toContain('Fineliner');
    expect(seen.map(({ path }) => path)).toEqual(['/pens']);
    expect(seen[0]?.headers).not.toHaveProperty('cookie');
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
  });

  it('has no way to the API through the host', async () => {
    expect((await fetch(`${shop}/api/pens`)).status).toBe(404);
  });

  it('shows a reader what is theirs, by a token that only their browser has', async () => {
    const page = await browser.newPage();
    const said: string[] = [];
    page.on('pageerror', (fault) => said.push(String(fault)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load'))
        said.push(message.text());
    });
    await page.goto(shop);
    await page.getByLabel('Name').fill('ada');
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Not known here').waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill('s3cret');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('A note for Ada alone').waitFor();
    expect(await (await fetch(shop)).text()).not.toContain('Ada');
    await page.reload();
    await page.getByText('A note for Ada alone').waitFor();
    expect(said).toEqual([]);
    await page.close();
  });
});
