import type { Page } from 'playwright-core';
import { untilStill } from './still.ts';

/** Gives the test the page's clock, not before the page is still: one that hydrates needs real idle moments. */
export async function takeClock(page: Page): Promise<void> {
  await untilStill(page);
  await page.clock.install();
}
