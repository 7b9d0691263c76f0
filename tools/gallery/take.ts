import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '#engine/cli/chromium.ts';
import { addressesOf, barePath, type SiteAddress } from '#engine/cli/site-addresses.ts';
import type { Registry, Route } from '#engine/generated/schemas.ts';
import { roleNames, VISITOR } from '#engine/runtime/roles.ts';

/** One page as one reader sees it in one window. */
export interface Picture {
  page: string;
  /** The path that was opened. */
  path: string;
  /** The role of whoever looked. */
  reader: string;
  width: number;
  /** Name of the file in the folder of the gallery. */
  file: string;
  /** px of the whole page. */
  height: number;
}

interface Shop {
  url: string;
  /** A Cookie header of an account. */
  logIn: (url: string, username: string) => Promise<string>;
}

interface GallerySettings {
  /** Folder of the pictures. */
  out: string;
  /** Only these: parts of names of pages, or addresses that begin with `/`; all pages without any. */
  parts: readonly string[];
  report: (line: string) => void;
}

/** Windows that pages are taken in, px; a phone is touched. */
const WINDOWS = [
  { width: 1440, height: 900, isPhone: false },
  { width: 375, height: 812, isPhone: true },
] as const;

/** ms that a page is given to become quiet; one that takes longer has no picture. */
const PATIENCE = 20_000;

const QUALITY = 72;

/** The least role that may see each page. */
function neededRoles(routes: readonly Route[], site: Registry['site'], around = 0): Map<string, number> {
  const names = roleNames(site);
  return new Map(
    routes.flatMap((route) => {
      const needed = Math.max(around, names.indexOf(route.access));
      return [[route.name, needed] as const, ...neededRoles(route.children, site, needed)];
    }),
  );
}

/** Who looks at what: a visitor and a member at the pages for everybody, each other page those it is for. */
function isFor(needed: number, rank: number, ranks: readonly number[]): boolean {
  const first = ranks.find((each) => each >= needed);
  return rank === first || (needed === 0 && rank === ranks[1]);
}

/**
 * Takes every page of a running shop: those without parameters, and one of each pattern that they link to.
 * Answers the pictures in the order of the pages.
 */
export async function takeGallery(
  registry: Registry,
  shop: Shop,
  settings: GallerySettings,
): Promise<Picture[]> {
  const { site } = registry;
  await mkdir(settings.out, { recursive: true });
  const needed = neededRoles(registry.routes, site);
  const names = roleNames(site);
  const readers = [VISITOR, names.at(-2) ?? VISITOR, names.at(-1) ?? VISITOR];
  const ranks = readers.map((reader) => names.indexOf(reader));
  const browser = await launchChromium();
  const pictures: Picture[] = [];
  try {
    for (const [at, reader] of readers.entries()) {
      const addresses = addressesOf(registry.routes).filter(
        ({ page, isRedirect }) => !isRedirect && isFor(needed.get(page) ?? 0, ranks[at] ?? 0, ranks),
      );
      const taken = WINDOWS.map(async (window) => {
        const context = await profileOf(browser, window);
        const account = site.roles[reader]?.preview?.account;
        if (account !== undefined) await enter(context, shop, account);
        const found = await takeAs(context, addresses, { ...settings, shop, reader, width: window.width });
        await context.close();
        return found;
      });
      pictures.push(...(await Promise.all(taken)).flat());
    }
  } finally {
    await browser.close();
  }
  return pictures;
}

const profileOf = (browser: Browser, { width, height, isPhone }: (typeof WINDOWS)[number]) =>
  browser.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
    locale: 'zh-CN',
    hasTouch: isPhone,
    isMobile: isPhone,
  });

async function enter(context: BrowserContext, { url, logIn }: Shop, account: string): Promise<void> {
  const [name = '', value = ''] = (await logIn(url, account)).split('=');
  await context.addCookies([{ name, value, url }]);
}

/** What is opened first: the pages without parameters, or those that were asked for, by a part of a name or by an address. */
function startsOf(
  addresses: readonly SiteAddress[],
  parts: readonly string[],
): { page: string; path: string }[] {
  const own = [...Map.groupBy(addresses, ({ page }) => page).values()].flatMap(([first]) => first ?? []);
  const bare = own.flatMap(({ page, pattern }) => {
    const path = barePath(pattern);
    return path === undefined ? [] : { page, path };
  });
  if (parts.length === 0) return bare;
  const asked = parts
    .filter((part) => part.startsWith('/'))
    .flatMap((path) => {
      const address = addresses.find(({ expression }) => expression.test(path.split('?')[0] ?? ''));
      return address ? { page: address.page, path } : [];
    });
  return [...bare.filter(({ page }) => parts.some((part) => page.includes(part))), ...asked];
}

async function takeAs(
  context: BrowserContext,
  addresses: readonly SiteAddress[],
  {
    out,
    parts,
    report,
    shop,
    reader,
    width,
  }: GallerySettings & { shop: Shop; reader: string; width: number },
): Promise<Picture[]> {
  const queue = startsOf(addresses, parts);
  const seen = new Set(queue.map(({ page }) => page));
  const pictures: Picture[] = [];
  const page = await context.newPage();
  for (const { page: name, path } of queue) {
    const file = `${reader}-${width}-${name}.jpg`;
    try {
      await page.goto(shop.url + path, { waitUntil: 'networkidle', timeout: PATIENCE });
      await page.evaluate(loadPictures);
      await page.screenshot({ path: join(out, file), fullPage: true, type: 'jpeg', quality: QUALITY });
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      pictures.push({ page: name, path, reader, width, file, height });
      if (parts.length > 0) continue;
      for (const link of await linksOf(page)) {
        const address = addresses.find(({ expression }) => expression.test(link));
        if (!address || seen.has(address.page)) continue;
        seen.add(address.page);
        queue.push({ page: address.page, path: link });
      }
    } catch (fault) {
      report(`${reader} ${width} ${path}: ${String(fault).split('\n', 1)[0]}`);
    }
  }
  await page.close();
  report(`${reader} ${width}: ${pictures.length}`);
  return pictures;
}

/** Runs in the page: pictures below the fold as well, which a browser leaves until they are scrolled to. */
async function loadPictures(): Promise<void> {
  const pictures = Array.from(document.images);
  for (const picture of pictures) picture.loading = 'eager';
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
}

const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLAnchorElement>('a[href]'))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname),
  );
