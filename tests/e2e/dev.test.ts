import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { launchChromium } from '#engine/cli/chromium.ts';
import { loadProject } from '#engine/cli/project/load-project.ts';
import { type Development, startDevelopment } from '#tools/dev-process.ts';
import { examplesOf, readGuide, withBlocks, withGuide } from '../config/support/guide.ts';
import { untilHydrated } from '../support/hydrated.ts';

let development: Development;
let browser: Browser;
let page: Page;

async function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
}

const save = (text: string) =>
  writeFile(
    join(development.configDir, 'pages/saved.yaml'),
    `name: saved\npath: /saved\ntitle: 保存\nblocks:\n  - { block: text, level: title, text: 保存试验 }\n${text}`,
  );
const textBlock = (text: string) => `  - { block: text, text: ${text} }\n`;

/** Until it is alive and has told the server that it listens for changes. */
async function open(shown: Page): Promise<void> {
  const listening = Promise.withResolvers<void>();
  shown.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      if (payload.includes('storewright:listening')) listening.resolve();
    });
  });
  await shown.goto(`${development.url}/saved`);
  await listening.promise;
  await untilHydrated(shown);
}

/** Another tab of the same browser, which has the modules of the site already. */
const newTab = () => page.context().newPage();

beforeAll(async () => {
  development = await startDevelopment('config');
  await save(textBlock('第一版'));
  await vi.waitUntil(() => answers(`${development.url}/healthz`), { timeout: 180_000, interval: 300 });
  browser = await launchChromium();
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  /* Each module may have to be transformed first. */
  context.setDefaultTimeout(90_000);
  page = await context.newPage();
  await open(page);
  await page.getByText('第一版').waitFor();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await development?.stop();
}, 60_000);

/** What a reload would lose: what was typed, and a mark on the window. */
async function leaveTraces(): Promise<void> {
  await page.getByRole('combobox').fill('阿莫西林');
  await page.evaluate(() => Object.assign(window, { untouched: true }));
}

async function expectTraces(): Promise<void> {
  expect(await page.getByRole('combobox').inputValue()).toBe('阿莫西林');
  expect(await page.evaluate(() => 'untouched' in window)).toBe(true);
}

const overlay = () => page.locator('vite-error-overlay');

describe('npm run dev', () => {
  test('shows a saved page, and keeps what was typed', async () => {
    await leaveTraces();
    for (const text of ['第二版', '第三版']) {
      await save(textBlock(text));
      await page.getByText(text).waitFor();
    }
    await expectTraces();
  });

  test('shows an offense over the page, and goes on where it was when it is mended', async () => {
    await save(textBlock('好的一版'));
    await page.getByText('好的一版').waitFor();
    await leaveTraces();
    await save(`  - { block: text, texd: 第五版 }\n`);
    await overlay().waitFor();
    const told = (await overlay().locator('.message-body').textContent()) ?? '';
    expect(told).toContain('config/pages/saved.yaml:6:');
    expect(told).toContain('texd');
    const tip = overlay().locator('.tip');
    expect(await tip.evaluate((part) => getComputedStyle(part, '::after').content)).toContain('按 Esc');
    const visibleParts = tip.locator('kbd, code').filter({ visible: true });
    expect(await visibleParts.count()).toBe(0);
    expect(await page.getByText('好的一版').count()).toBe(1);

    await save(textBlock('第六版'));
    await page.getByText('第六版').waitFor();
    await expect.poll(() => overlay().count()).toBe(0);
    await expectTraces();
  });

  test('shows the offense to a page that is opened while the config is broken', async () => {
    await save('  - { block: txt }\n');
    await overlay().waitFor();
    const other = await newTab();
    await other.goto(`${development.url}/saved`);
    await other.locator('vite-error-overlay').waitFor();
    await save(textBlock('第七版'));
    await other.getByText('第七版').waitFor();
    await expect.poll(() => other.locator('vite-error-overlay').count()).toBe(0);
    await other.close();
  });

  test('opens what the guide makes: before its time, in it and after it', async () => {
    const examples = examplesOf(await readGuide());
    const shop = await loadProject(development.configDir);
    const files = withGuide(shop, examples);
    const link = examples.find(({ target, text }) => target === '区块' && text.includes('to: /double12'));
    const home = 'config/pages/top/index.yaml';
    files.set(home, withBlocks(files.get(home) ?? '', link?.text ?? ''));
    for (const [path, text] of files) {
      if (!path.startsWith('config/') || shop.get(path) === text) continue;
      const place = join(development.configDir, '..', path);
      await mkdir(dirname(place), { recursive: true });
      await writeFile(place, text);
    }
    const at = async (path: string, moment: string) => {
      const answer = await fetch(`${development.url}${path}?at=${encodeURIComponent(moment)}`, {
        redirect: 'manual',
      });
      const html = (await answer.text()).replace(/<script[\s\S]*?<\/script>/g, '');
      return { status: answer.status, location: answer.headers.get('location') ?? '', html };
    };
    const during = '2026-12-12T10:00:00+08:00';
    await expect
      .poll(async () => (await at('/double12', during)).status, { timeout: 90_000, interval: 500 })
      .toBe(200);

    const shown = await at('/double12', during);
    expect(shown.html).toMatch(/<h1[^>]*>双十二大促<\/h1>/);
    expect(shown.html).toMatch(/<title>双十二大促/);
    expect(shown.html).toContain('距离结束');
    expect((await at('/', during)).html).toContain('双十二大促进行中');

    const early = await at('/double12', '2026-12-11T23:59:59+08:00');
    expect(early.status).toBe(302);
    expect(early.location).toMatch(/^\/noActivity\?from=%2Fdouble12/);
    expect((await at('/', '2026-12-11T23:59:59+08:00')).html).not.toContain('双十二大促进行中');

    const late = await at('/double12', '2026-12-13T00:00:00+08:00');
    expect(late.status).toBe(302);
    expect(late.location).toMatch(/^\/noActivity\?at=/);
    expect((await at('/', '2026-12-13T00:00:00+08:00')).html).not.toContain('双十二大促进行中');

    const [before, after] = ['2026-12-17T23:59:59+08:00', '2026-12-19T00:00:00+08:00'];
    expect((await at('/member-day', before)).location).toMatch(/^\/member-day-soon\b/);
    expect((await at('/member-day-soon', before)).html).toContain('距会员日开始');
    expect((await at('/member-day-soon', '2026-12-18T00:00:00+08:00')).location).toMatch(/^\/member-day\b/);
    expect((await at('/member-day', after)).location).toMatch(/^\/member-day-over\b/);
    expect((await at('/member-day-over', after)).html).toContain('会员日已结束');
    for (const zone of ['/fever', '/winter']) expect((await at(zone, during)).status).toBe(200);
  });

  test('turns the notice of a page that has not begun into the page when it begins', {
    timeout: 240_000,
  }, async () => {
    /* Long enough for a busy machine to read the file and show the notice first. */
    const start = Math.ceil(Date.now() / 1000) + 12;
    const from = new Date(start * 1000).toISOString();
    await writeFile(
      join(development.configDir, 'pages/soon.yaml'),
      `name: soon\npath: /soon\ntitle: 开抢\nschedule: { from: '${from}' }\nblocks: [{ block: text, level: title, text: 已经开抢 }]\n`,
    );
    const other = await newTab();
    await expect
      .poll(async () =>
        (await fetch(`${development.url}/soon`, { redirect: 'manual' })).headers.get('location'),
      )
      .toMatch(/^\/noActivity\?/);
    await other.goto(`${development.url}/soon`);
    await other.getByText('已经开抢').waitFor();
    expect(new URL(other.url()).pathname).toBe('/soon');
    expect(Date.now() / 1000).toBeGreaterThanOrEqual(start);
    await other.close();
  });

  test('has the catalogue, made of the files as they are', { timeout: 240_000 }, async () => {
    const other = await newTab();
    await other.goto(`${development.url}/catalogue`);
    await other.getByRole('region', { name: '游乐场' }).getByText('阿莫西林胶囊').first().waitFor();
    expect(new URL(other.url()).pathname).toBe('/catalogue/');
    await other.close();
  });
});
