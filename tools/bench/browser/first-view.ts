import type { Browser, Page } from 'playwright-core';
import { openVisit, scriptSeconds, slowDown } from './visit.ts';

/** A first view on slow 4G and a slow machine, ms. */
export interface FirstView {
  largestPaint: number;
  /** Of each long task what is over 50 ms. */
  longTasks: number;
  script: number;
  /** From a press of the link to the list until the list is painted; where there is a script to do it. */
  toList?: number;
}

interface Observed {
  largestPaint: number;
  longTasks: number;
}

declare global {
  interface Window {
    observed: Observed;
  }
}

/** After the page is loaded: until all that follows by itself is done. */
const SETTLED = 5000;

/** Runs in the page before its own scripts. */
function observe(): void {
  const observed: Observed = { largestPaint: 0, longTasks: 0 };
  window.observed = observed;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) observed.largestPaint = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) observed.longTasks += Math.max(0, duration - 50);
  }).observe({ type: 'longtask', buffered: true });
}

/** What only the list says, of the pages that are measured: one way to sort it. */
const ON_LIST = '效期优先';

/** ms after which a list will not come any more. */
const PATIENCE = 60_000;

/** Runs in the page: ms from the press of a link until the first list of goods is painted. */
function timeToList({ text, patience }: { text: string; patience: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`no list with "${text}" in it came`)), patience);
    let pressed = 0;
    const isThere = () => {
      const main = document.querySelector('main');
      const hasCards = (main?.querySelectorAll('a[href^="/list_info/"] img').length ?? 0) >= 20;
      return hasCards && main?.textContent.includes(text) === true;
    };
    const look = () => {
      if (isThere()) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
      else requestAnimationFrame(look);
    };
    addEventListener(
      'click',
      ({ timeStamp }) => {
        pressed = timeStamp;
        look();
      },
      { capture: true, once: true },
    );
  });
}

/** ms that a hand takes from the link under the pointer to the press: what is short for one who knows where to press. */
const REST = 200;

/** Goes to the list by its link, and answers how long that took from the press. @param rest ms on the link before it */
async function goToList(page: Page, rest: number): Promise<number> {
  const link = page.locator('header nav a[href="/list"]').first();
  const time = page.evaluate(timeToList, { text: ON_LIST, patience: PATIENCE });
  if (rest > 0) {
    await link.hover();
    await page.waitForTimeout(rest);
  }
  await link.click();
  return time;
}

/** ms from the press of a link that the pointer has rested on until the list is painted, on slow 4G and a slow machine. */
export async function measureToListRested(browser: Browser, url: string, cookie: string): Promise<number> {
  const visit = await openVisit(browser, url, cookie);
  try {
    await slowDown(visit);
    await visit.page.goto(url, { waitUntil: 'load' });
    await visit.page.waitForTimeout(SETTLED);
    return await goToList(visit.page, REST);
  } finally {
    await visit.context.close();
  }
}

/** @param isAlive whether the page has scripts, and leads to the list without a new document */
export async function measureFirstView(
  browser: Browser,
  url: string,
  cookie: string,
  isAlive: boolean,
): Promise<FirstView> {
  const visit = await openVisit(browser, url, cookie);
  try {
    const { page } = visit;
    await page.addInitScript(observe);
    await slowDown(visit);
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(SETTLED);
    const observed = await page.evaluate(() => window.observed);
    const view: FirstView = { ...observed, script: (await scriptSeconds(visit)) * 1000 };
    if (!isAlive) return view;
    return { ...view, toList: await goToList(page, 0) };
  } finally {
    await visit.context.close();
  }
}
