import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A browser's profile, and the page in it that is never closed: with its last page a profile lets go of its processes. */
export interface Profile {
  context: BrowserContext;
  anchor: Page;
}

export interface ProfileKind {
  isNew: boolean;
  isPhone: boolean;
  hasWorker: boolean;
}

/**
 * The profiles of one browser. A new one costs a second of processor time before it shows its first page; one that a
 * test has left is emptied and handed to the next, with nothing in it but the cached files of the shop.
 */
export class Profiles {
  readonly #browser: Browser;
  readonly #shop: string;
  readonly #left: Profile[] = [];

  constructor(browser: Browser, shop: string) {
    this.#browser = browser;
    this.#shop = shop;
  }

  /** One of a phone, which is touched, or with a service worker is always a new one. */
  async take({ isNew, isPhone, hasWorker }: ProfileKind): Promise<Profile> {
    const left = isNew || isPhone || hasWorker ? undefined : this.#left.pop();
    if (left) return left;
    const context = await this.#browser.newContext({
      locale: 'zh-CN',
      baseURL: this.#shop,
      hasTouch: isPhone,
      isMobile: isPhone,
      /* What a worker fetches passes by the routes of a test, and it keeps what one test has seen for the next. */
      serviceWorkers: hasWorker ? 'allow' : 'block',
    });
    const anchor = await context.newPage();
    if (!isNew) await anchor.goto('/robots.txt');
    return { context, anchor };
  }

  /** @param isKept whether another test may have it: not after one that failed, of which anything may be left */
  async leave(profile: Profile, isKept: boolean): Promise<void> {
    const { context, anchor } = profile;
    if (!isKept) return context.close();
    const pages = context.pages().filter((page) => page !== anchor);
    await Promise.all(pages.map((page) => page.close()));
    await context.unrouteAll();
    await context.clearCookies();
    await context.clearPermissions();
    await anchor.evaluate(() => localStorage.clear());
    this.#left.push(profile);
  }
}
