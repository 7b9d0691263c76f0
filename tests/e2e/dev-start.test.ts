import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { launchChromium } from '#engine/cli/chromium.ts';
import { freePort } from '#tools/free-port.ts';

let folder = '';
let url = '';
let development: ChildProcess;
let browser: Browser;
let home = '';

const HOME = 'config/pages/top/index.yaml';
/** A page whose modules may each have to be transformed first. */
async function newPage(): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(90_000);
  return page;
}

const write = (path: string, text: string) => writeFile(join(folder, path), text);
const reached = (path: string) =>
  fetch(`${url}${path}`).then(
    ({ ok }) => ok,
    () => false,
  );

/** A home page that does not compile, and one file that is no YAML. */
async function breakConfig(): Promise<void> {
  await write(HOME, home.replace('block:', 'blok:'));
  await write('config/api/broken.yaml', 'a: [1,\n');
}

/** The processes of the group that `npm run dev` was started in. */
const processes = (group: number): string[] =>
  execFileSync('ps', ['-eo', 'pgid=,pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => Number(line.trim().split(/\s+/)[0]) === group && !line.includes('<defunct>'));

/** `npm run dev` over a broken config. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storewright-broken-'));
  await cp('config', join(folder, 'config'), { recursive: true });
  home = await readFile(join(folder, HOME), 'utf8');
  await breakConfig();
  const port = await freePort();
  url = `http://localhost:${port}`;
  development = spawn('npm', ['run', 'dev'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      CONFIG_DIR: join(folder, 'config'),
      DATA_DIR: join(folder, 'data'),
      SEED: 'none',
      LOG_LEVEL: 'error',
    },
  });
  await vi.waitUntil(() => reached('/healthz'), { timeout: 90_000, interval: 300 });
  browser = await launchChromium();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  if (development?.pid !== undefined && development.exitCode === null)
    process.kill(-development.pid, 'SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

describe('npm run dev over a broken config', () => {
  test('starts, shows the offenses over every page, keeps the catalogue, and heals on the save that mends it', async () => {
    await breakConfig();
    const page = await newPage();
    for (const path of ['/list', '/']) {
      await page.goto(`${url}${path}`);
      const overlay = page.locator('vite-error-overlay');
      await overlay.waitFor();
      const text = (await overlay.locator('.message-body').textContent()) ?? '';
      expect(text).toContain('config/pages/top/index.yaml:');
      expect(text).toContain('config/api/broken.yaml:');
      expect(text).toContain('改好并保存');
    }
    const call = await fetch(`${url}/api/user/base`);
    expect([call.status, await call.json()]).toEqual([
      503,
      { code: 503, message: '配置还有错误', data: null },
    ]);
    expect(await reached('/catalogue/')).toBe(true);
    const { files } = (await (await fetch(`${url}/catalogue/files.json`)).json()) as {
      files: Record<string, string>;
    };
    expect(files['config/api/broken.yaml']).toContain('a: [1,');

    await write(HOME, home);
    await expect
      .poll(() => page.locator('vite-error-overlay .message-body').textContent())
      .not.toContain('config/pages/top/index.yaml:');
    await rm(join(folder, 'config/api/broken.yaml'));
    await page.getByRole('searchbox').or(page.getByRole('combobox')).first().waitFor();
    expect(await page.locator('vite-error-overlay').count()).toBe(0);
    await page.close();
  }, 240_000);

  test('shows a fault of its own, such as a call that the server has no handler for, and heals from it', async () => {
    const page = await newPage();
    await page.goto(url);
    await page.getByRole('combobox').first().waitFor();
    await write('config/api/extra.yaml', 'extra.nothing:\n  get: /api/extra\n  response: { ok: boolean }\n');
    const overlay = page.locator('vite-error-overlay');
    await overlay.waitFor();
    expect(await overlay.locator('.message-body').textContent()).toContain('extra.nothing');
    await rm(join(folder, 'config/api/extra.yaml'));
    await overlay.waitFor({ state: 'detached' });
    await page.close();
  }, 240_000);

  test('leaves no process behind when it is told to stop', async () => {
    const group = development.pid ?? 0;
    expect(processes(group).length).toBeGreaterThan(1);
    development.kill('SIGTERM');
    await vi.waitUntil(() => processes(group).length === 0, { timeout: 20_000, interval: 200 });
    expect(await reached('/healthz')).toBe(false);
  }, 40_000);
});
