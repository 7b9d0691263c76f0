import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import fastify, { type FastifyInstance } from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '#engine/cli/chromium.ts';
import { sourceSite } from '#engine/cli/dev/source-site.ts';
import { storewright } from '#engine/cli/vite-plugin/plugin.ts';
import { createProject } from '#engine/cli/vite-plugin/project.ts';
import { hostSite } from '#engine/host/host-site.ts';
import { BASE } from '../../../support/base-shop.ts';

const FORM = `name: form
path: /form
title: 填写
meta: { header: false, footer: false, toolbar: false, baseUser: false }
blocks:
  - { block: text, text: 请填写, level: title }
  - { block: form, submitText: 提交, fields: [{ name: company, label: 公司, kind: text }], on: { submit: [{ toast: 好 }] } }
`;

let folder: string;
let vite: ViteDevServer;
let app: FastifyInstance;
let server: Server;
let browser: Browser;
let page: Page;

async function save(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dev-'));
  for (const [path, text] of Object.entries({ ...BASE, 'config/pages/form.yaml': FORM }))
    await save(path, text);
  const project = createProject(join(folder, 'config'));
  const { site } = await project.registry();
  server = createHttpServer();
  vite = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'silent',
    cacheDir: join(folder, '.vite'),
    server: { middlewareMode: true, ws: { server } },
    plugins: [react(), storewright({ project, configDir: join(folder, 'config') })],
  });
  app = fastify();
  await hostSite(app, {
    ...(await sourceSite(vite, project.language)),
    site,
    now: () => Math.floor(Date.now() / 1000),
  });
  await app.ready();
  server.on('request', (request, response) =>
    vite.middlewares(request, response, () => app.routing(request, response)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await launchChromium();
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/form`);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')),
  );
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  await vite?.close();
  await app?.close();
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

const overlay = () => page.locator('vite-error-overlay');

it('puts a saved change into the open page, and leaves what was typed', async () => {
  await page.getByLabel('公司').fill('一心堂');
  await save(
    'config/pages/form.yaml',
    FORM.replace('请填写', '请如实填写').replace('title: 填写', 'title: 登记'),
  );
  await page.getByRole('heading', { name: '请如实填写' }).waitFor();
  await expect.poll(() => page.title()).toBe('登记 - 试店');
  expect(await page.getByLabel('公司').inputValue()).toBe('一心堂');
});

it('puts a block in between, and leaves what was typed below it', async () => {
  await save(
    'config/pages/form.yaml',
    FORM.replace('  - { block: form', '  - { block: text, text: 插入的一行 }\n  - { block: form'),
  );
  await page.getByText('插入的一行').waitFor();
  expect(await page.getByLabel('公司').inputValue()).toBe('一心堂');
});

it('lays offenses over the page, which stays as it was, and takes them away when they are mended', async () => {
  await save('config/pages/form.yaml', FORM.replace('block: form', 'block: from'));
  await overlay().waitFor();
  const reported = await overlay().evaluate(
    (element) => element.shadowRoot?.querySelector('.message-body')?.textContent,
  );
  expect(reported).toContain('config/pages/form.yaml:7:');
  expect(reported).toContain('from');
  expect(await page.getByText('插入的一行').isVisible()).toBe(true);
  await save('config/pages/form.yaml', FORM);
  await overlay().waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: '请填写' }).waitFor();
  expect(await page.getByLabel('公司').inputValue()).toBe('一心堂');
});

it('opens a page that was written after this one', async () => {
  await save(
    'config/pages/new.yaml',
    FORM.replace('name: form', 'name: fresh').replace('/form', '/fresh').replace('请填写', '新的一页'),
  );
  await expect
    .poll(async () => (await page.goto(new URL('/fresh', page.url()).href))?.url())
    .toMatch(/\/fresh$/);
  await page.getByRole('heading', { name: '新的一页' }).waitFor();
});

it('loses no save that comes after the page was rendered and before it listens', async () => {
  const late = await browser.newPage();
  const held = Promise.withResolvers<void>();
  await late.route('**/src/engine/app/hot.ts*', async (route) => {
    await held.promise;
    await route.continue();
  });
  const address = new URL('/form', page.url()).href;
  await late.goto(address, { waitUntil: 'commit' });
  await late.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')),
  );
  await save('config/pages/form.yaml', FORM.replace('请填写', '先存的一版'));
  /* The pages that listen already have it. */
  await expect.poll(async () => (await fetch(address)).text()).toContain('先存的一版');
  expect(await late.getByRole('heading', { name: '请填写' }).isVisible()).toBe(true);
  held.resolve();
  await late.getByRole('heading', { name: '先存的一版' }).waitFor();
  await late.close();
  await save('config/pages/form.yaml', FORM);
});

it('reads a config anew that was saved before its folder was watched', async () => {
  const other = await mkdtemp(join(tmpdir(), 'dev-'));
  for (const [path, text] of Object.entries({ ...BASE, 'config/pages/form.yaml': FORM })) {
    await mkdir(dirname(join(other, path)), { recursive: true });
    await writeFile(join(other, path), text);
  }
  const project = createProject(join(other, 'config'));
  await project.registry();
  await writeFile(join(other, 'config/pages/form.yaml'), FORM.replace('title: 填写', 'title: 早存的'));
  const started = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'silent',
    cacheDir: join(other, '.vite'),
    server: { middlewareMode: true, ws: false },
    plugins: [storewright({ project, configDir: join(other, 'config') })],
  });
  const title = () => project.current()?.routes.find(({ name }) => name === 'form')?.title;
  await expect.poll(title).toBe('早存的');
  await started.close();
  await rm(other, { recursive: true, force: true });
});
