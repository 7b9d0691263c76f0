import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** A page of a browser that has seen nothing yet, with a member's cookie. */
export interface Visit {
  context: BrowserContext;
  page: Page;
  cdp: CDPSession;
}

const WINDOW = { width: 1280, height: 800 };

/**
 * Without a service worker, which a hand-written page has not, and which answers before the routes of a measurement do.
 * @param cookie `name=value` of a member of whatever server stands at `url`
 */
export async function openVisit(browser: Browser, url: string, cookie: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: WINDOW, locale: 'zh-CN', serviceWorkers: 'block' });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  return { context, page, cdp };
}

/** What Lighthouse calls slow 4G: bytes a second, ms. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** A processor of a quarter of the speed. */
const SLOWER = 4;

/** From now on the visit is one over slow 4G on a slow machine. */
export async function slowDown({ cdp }: Visit): Promise<void> {
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** Seconds that the page's thread has spent in scripts. */
export async function scriptSeconds({ cdp }: Visit): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN;
}
