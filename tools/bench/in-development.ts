import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { launchChromium } from '#engine/cli/chromium.ts';
import { type Development, startDevelopment } from '../dev-process.ts';

/** Each module may have to be transformed before a page is there for the first time, ms. */
const PATIENCE = 120_000;

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Runs the work in a browser over `npm run dev` with a copy of a config, once a page of it is there.
 * @param prepare changes the copy
 * @param path of the page that is waited for
 */
export async function inDevelopment<T>(
  configDir: string,
  { prepare, path }: { prepare: (copy: string) => Promise<void>; path: string },
  work: (page: Page, development: Development) => Promise<T>,
): Promise<T> {
  const development = await startDevelopment(configDir);
  try {
    await prepare(development.configDir);
    while (!(await answers(`${development.url}${path}`))) await sleep(200);
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
      page.setDefaultTimeout(PATIENCE);
      return await work(page, development);
    } finally {
      await browser.close();
    }
  } finally {
    await development.stop();
  }
}
