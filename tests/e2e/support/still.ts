import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { untilDrawn, untilHydrated } from '../../support/hydrated.ts';
import { builtRegistry } from './addresses.ts';

const { loading } = (await builtRegistry()).site.texts;

/** The calls of each page that are not answered yet. */
const unanswered = new WeakMap<Page, Set<Request>>();

/** Is it asked once and answered? The line by which the server tells of changes never ends. */
const isCall = (request: Request): boolean =>
  request.resourceType() !== 'eventsource' && new URL(request.url()).pathname.startsWith('/api/');

/** To be called as soon as a page is there, for `untilStill`. */
export function watchCalls(page: Page): void {
  const open = new Set<Request>();
  unanswered.set(page, open);
  const end = (request: Request) => open.delete(request);
  page.on('request', (request) => void (isCall(request) && open.add(request)));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
}

/**
 * Runs in the page: what React still had to do is done, and the text has its fonts. Chromium may put off a quiet moment
 * until the next frame, which never comes where nothing is drawn any more: one is requested.
 */
async function idle(): Promise<void> {
  await new Promise((drawn) => requestAnimationFrame(drawn));
  await new Promise((quiet) => requestIdleCallback(quiet));
  await document.fonts.ready;
}

const isLoading = (page: Page): Promise<boolean> =>
  page.evaluate(
    (word) =>
      Array.from(document.querySelectorAll('[role=status]')).some(({ textContent }) =>
        textContent.startsWith(word),
      ),
    loading,
  );

/** Until the page is alive, every call that it made is answered, and all that has come is drawn. */
export async function untilStill(page: Page): Promise<void> {
  await untilHydrated(page);
  const isStill = async () => {
    await page.evaluate(idle);
    await untilDrawn(page);
    return unanswered.get(page)?.size === 0 && !(await isLoading(page));
  };
  await expect.poll(isStill, { message: `${page.url()} is still`, interval: 20 }).toBe(true);
}

/** Opens an address and waits until the page is still: for what looks at the whole of it, or for what is not there. */
export async function gotoStill(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilStill(page);
}

/** Until a part of a page is where it was two frames before. */
export async function untilAtRest(part: Locator): Promise<void> {
  const box = async () => JSON.stringify(await part.boundingBox());
  const isAtRest = async () => {
    const before = await box();
    await untilDrawn(part.page());
    return before === (await box());
  };
  await expect.poll(isAtRest, { interval: 0 }).toBe(true);
}
