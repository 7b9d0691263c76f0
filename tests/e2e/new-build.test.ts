import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { launchChromium } from '#engine/cli/chromium.ts';
import { freePort } from '#tools/free-port.ts';
import { startSite } from '#tools/site-process.ts';
import { violationsOn } from '../support/axe.ts';
import { DIST } from './support/addresses.ts';

/** A script of a build: what it is, and the hash of what is in it and in all that it loads. */
const SCRIPT = /([\w.-]+)-([\w-]{8})\.js\b/g;

/** The build as it would be if a piece that all others load had changed: the same scripts under other names. */
async function nextBuild(folder: string): Promise<string> {
  const dist = join(folder, 'next');
  await cp(DIST, dist, { recursive: true });
  const assets = join(dist, 'client/assets');
  const scripts = new Set((await readdir(assets)).filter((name) => name.endsWith('.js')));
  const renamed = (text: string) =>
    text.replaceAll(SCRIPT, (name: string, stem: string, hash: string) =>
      scripts.has(name) ? `${stem}-${hash.slice(4)}${hash.slice(0, 4)}.js` : name,
    );
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.(?:js|json)$/.test(path)) continue;
    const text = await readFile(path, 'utf8');
    const next = join(entry.parentPath, renamed(entry.name));
    if (next === path && renamed(text) === text) continue;
    for (const packed of ['', '.br', '.gz']) await rm(path + packed, { force: true });
    await writeFile(next, renamed(text));
  }
  return dist;
}

it('a tab that was open during a deployment goes on, and is offered the new build at a quiet moment', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-new-build-'));
  const browser = await launchChromium();
  onTestFinished(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });
  const dist = await nextBuild(folder);
  const env = {
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    SEED_GOODS: '60',
    SEED_BUYERS: '0',
  };
  const old = await startSite({ ...env, DIST_DIR: DIST });
  onTestFinished(() => old.stop());
  const page = await browser.newPage({ baseURL: old.url, viewport: { width: 1440, height: 900 } });
  const looks: boolean[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'HEAD') looks.push('x-superseded' in response.headers());
  });
  /** Minutes pass until the tab has looked; whether it saw another build. */
  const lookAgain = async () => {
    const before = looks.length;
    const more = async () => {
      await page.clock.fastForward(301_000);
      return looks.length > before;
    };
    await expect.poll(more).toBe(true);
    return looks.at(-1);
  };
  await page.clock.install();
  await page.goto('/login');
  const offer = page.getByRole('button', { name: '刷新页面' });
  const entries = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLScriptElement>('script[type=module]')].map(({ src }) => src).join(),
    );
  const before = await entries();
  expect(await lookAgain()).toBe(false);

  await old.stop();
  const now = await startSite({ ...env, DIST_DIR: dist });
  onTestFinished(() => now.stop());
  const username = page.locator('[name=username]');
  await username.fill('demo');
  expect(await lookAgain()).toBe(true);
  const region = page.getByRole('region', { name: '网站已更新' });
  await region.waitFor({ state: 'attached' });
  expect([await offer.count(), await username.inputValue()]).toEqual([0, 'demo']);

  await page.getByRole('link', { name: /注册/ }).first().click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.clock.fastForward(2000);
  await offer.waitFor();
  expect(await violationsOn(page)).toEqual([]);
  /* On a phone it would lie over the form. */
  await page.setViewportSize({ width: 375, height: 800 });
  await page.clock.fastForward(2000);
  await offer.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: '返回首页' }).first().click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.clock.fastForward(2000);
  await offer.click();
  await expect.poll(() => entries().catch(() => before)).not.toBe(before);
  expect(await region.count()).toBe(0);
});
