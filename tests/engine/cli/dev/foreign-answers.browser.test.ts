import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchChromium } from '#engine/cli/chromium.ts';
import { freePort } from '#tools/free-port.ts';
import { listen } from '../../../support/listen.ts';

const PENS = [{ id: 1, name: 'Fineliner', price: 250 }];

let folder: string;
let development: ChildProcess;
let url: string;
let browser: Browser;
let page: Page;
let reply: (response: ServerResponse) => void;

const json = (body: unknown) => (response: ServerResponse) =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

const shop = (base: string): Record<string, string> => ({
  'package.json': '{ "name": "pens", "private": true, "type": "module" }',
  'config/site.yaml': `title: Pens\nlocale: en-GB\napi: { base: '${base}', through: host, network: any, answers: {} }\n`,
  'config/api/pens.yaml': 'pens.list: { get: /pens, response: "pen[]" }\n',
  'schemas/entities/pen.schema.json': JSON.stringify({
    title: 'A pen',
    type: 'object',
    required: ['id', 'name', 'price'],
    properties: { id: { type: 'integer' }, name: { type: 'string' }, price: { type: 'integer' } },
  }),
  'config/pages/index.yaml': `name: index
path: /
title: Home
data: { pens: { call: pens.list } }
blocks:
  - { block: text, text: Our pens, level: title }
  - { block: product-grid, items: { from: $data.pens, id: id, name: name, price: price }, to: / }
`,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foreign-answers-'));
  const { base } = await listen((_, response) => reply(response));
  for (const [path, text] of Object.entries(shop(base))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const port = await freePort();
  url = `http://localhost:${port}/`;
  development = spawn(process.execPath, [resolve('src/engine/cli/bin.ts'), 'dev'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve) => {
    development.stdout?.on('data', (said) => String(said).includes(`localhost:${port}`) && resolve());
  });
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  development?.kill();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  await page?.close();
  page = await browser.newPage();
});

const overlay = () => page.locator('vite-error-overlay');

it('shows over the page what an answer has that its call does not declare, at its pointer', async () => {
  reply = json([{ ...PENS[0], price: 'two pounds fifty' }]);
  await page.goto(url);
  const text = overlay().locator('.message-body');
  await text.waitFor();
  const said = await text.innerText();
  expect(said).toContain('The answer of pens.list is not what config/api/pens.yaml:1 declares');
  expect(said).toContain('/0/price  must be integer: "two pounds fifty"');
});

it('takes it away when the answers are as declared again', async () => {
  reply = json([{ id: 1, name: 'Fineliner', price: '250' }]);
  await page.goto(url);
  await overlay().waitFor();
  reply = json(PENS);
  await page.reload();
  await page.getByText('Fineliner').first().waitFor();
  expect(await overlay().count()).toBe(0);
});

it.each<[string, (response: ServerResponse) => void]>([
  [
    'answers a page of HTML',
    (response) => void response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>'),
  ],
  [
    'redirects to a login',
    (response) => void response.writeHead(302, { location: 'https://login.example/' }).end(),
  ],
  ['sends 5 MB', json('x'.repeat(5_000_000))],
  ['breaks off', (response) => void response.destroy()],
])('an API that %s fails the block, and leaves the rest of the page', async (_, answer) => {
  reply = answer;
  await page.goto(url);
  await page.getByRole('heading', { name: 'Our pens' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  reply = json(PENS);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Fineliner').first().waitFor();
});
