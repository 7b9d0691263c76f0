import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../tests/support/chromium.ts';
import type { SiteProcess } from '../site-process.ts';
import { momentOf, sampleOf } from '../weigh/leaves.ts';
import { addressOf } from './parts.ts';
import type { Reached } from './reach.ts';

const VIEW = { width: 1440, height: 900 };

/** Whose eyes a page is seen with: those of the least who may. */
const READERS: Record<string, string | undefined> = { member: 'demo', approved: 'demo', staff: 'ops' };

/** Name of the page -> file of its picture, in `folder`, of a running shop. */
export async function takeShots(
  pages: readonly Reached[],
  site: SiteProcess,
  folder: string,
  suffix: string,
): Promise<Map<string, string>> {
  await mkdir(folder, { recursive: true });
  const taken = new Map<string, string>();
  if (pages.length === 0) return taken;
  const browser = await launchChromium();
  const cookies = new Map<string, Promise<string>>();
  const cookieOf = (reader: string) => {
    const cookie = cookies.get(reader) ?? site.logIn(reader);
    cookies.set(reader, cookie);
    return cookie;
  };
  try {
    for (const { name, page } of pages) {
      const now = Math.floor(Date.now() / 1000);
      const moment = momentOf([...page.chain, page.route], now);
      // Another moment is shown to staff only.
      const reader = moment === now ? READERS[page.route.access] : 'ops';
      const cookie = reader === undefined ? undefined : await cookieOf(reader);
      const file = `${name}-${suffix}.png`;
      const url = new URL(sampleOf(addressOf(page.route)), site.url);
      if (moment !== now) url.searchParams.set('at', new Date(moment * 1000).toISOString());
      await takeShot(browser, url, cookie, join(folder, file));
      taken.set(name, file);
    }
  } finally {
    await browser.close();
  }
  return taken;
}

async function takeShot(browser: Browser, url: URL, cookie: string | undefined, path: string): Promise<void> {
  const context = await browser.newContext({ viewport: VIEW });
  const [name = '', value = ''] = cookie?.split('=') ?? [];
  if (cookie !== undefined) await context.addCookies([{ name, value, url: url.origin }]);
  const page = await context.newPage();
  await page.goto(url.href, { waitUntil: 'networkidle' });
  await page.screenshot({ path, fullPage: true });
  await context.close();
}
