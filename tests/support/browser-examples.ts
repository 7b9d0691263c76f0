import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '#engine/cli/chromium.ts';
import { violationsOn } from './axe.ts';
import { type ExampleSite, startExampleSite } from './example-site.ts';
import type { Examples } from './examples.ts';
import { untilHydrated } from './hydrated.ts';

/** Tests that a browser shows each example without a word on the console and with nothing for axe to find; one that is refused is another test's finding. */
export function testBrowserExamples({ files, examples, refused }: Examples): void {
  const shown = examples.filter(({ file }) => !refused.has(file));

  let site: ExampleSite;
  let browser: Browser;
  let page: Page;
  const said: string[] = [];

  beforeAll(async () => {
    site = await startExampleSite(new Map([...files].filter(([path]) => !refused.has(path))));
    browser = await launchChromium();
    page = await (await browser.newContext({ locale: 'zh-CN', reducedMotion: 'reduce' })).newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') said.push(message.text());
    });
    page.on('pageerror', (error) => said.push(String(error)));
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  describe('in a browser, without a word on the console and with nothing for axe to find', () => {
    it.each(shown)('$type $number', async ({ path }) => {
      said.length = 0;
      await page.goto(site.url + path);
      await untilHydrated(page);
      const opener = page.getByRole('button', { name: '打开', exact: true });
      if ((await opener.count()) > 0) await opener.click();
      expect(await violationsOn(page)).toEqual([]);
      expect(said).toEqual([]);
    });
  });
}
