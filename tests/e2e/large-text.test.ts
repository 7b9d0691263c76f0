import { expect, test } from 'vitest';
import { cutOffOn } from './support/cut-off.ts';
import { addressesOf, arriveStill, pagesFirstOf, WALKERS } from './support/every-page.ts';
import { shareBrowser, visit } from './support/visitor.ts';
import { forEach } from './support/walking.ts';

/* Text of twice the size, as a reader sets it for the whole browser: what is measured in rem grows, breakpoints as well. */
shareBrowser({ flags: ['--blink-settings=defaultFontSize=32'] });

test.each(WALKERS)(
  '%s reads all of every page with text of twice the size',
  {
    timeout: 300_000,
  },
  async (_who, account, access) => {
    const { page, tab } = await visit({
      ...(account !== undefined && { as: account }),
      expected: /Failed to load resource|EventSource/,
    });
    const tabs = [page, await tab()];
    for (const each of tabs) {
      await each.emulateMedia({ reducedMotion: 'reduce' });
      await each.goto('/404');
    }
    const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    expect(size).toBe('32px');
    const addresses = await addressesOf(pagesFirstOf(access), account);
    const found: string[] = [];
    await forEach(addresses, tabs, async (address, each) => {
      await arriveStill(each, address);
      found.push(...(await cutOffOn(each)).map((problem) => `${address} ${problem}`));
    });
    expect(found).toEqual([]);
  },
);
