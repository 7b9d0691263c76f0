import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchChromium } from '#engine/cli/chromium.ts';
import type { Registry } from '#engine/generated/schemas.ts';
import { enterAs, type OpenedShop, PageQueue, type SiteReader, siteReaders } from '../site-pages.ts';

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

/**
 * Takes every page of a running shop: those without parameters, and one of each pattern that they link to.
 * Answers the pictures in the order of the pages.
 */
export async function takeGallery(
  registry: Registry,
  shop: OpenedShop,
  settings: GallerySettings,
): Promise<Picture[]> {
  await mkdir(settings.out, { recursive: true });
  const browser = await launchChromium();
  const pictures: Picture[] = [];
  try {
    for (const reader of siteReaders(registry)) {
      const taken = WINDOWS.map(async (window) => {
        const context = await profileOf(browser, window);
        await enterAs(context, shop, reader);
        const found = await takeAs(context, reader, { ...settings, url: shop.url, width: window.width });
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

async function takeAs(
  context: BrowserContext,
  reader: SiteReader,
  { out, parts, report, url, width }: GallerySettings & { url: string; width: number },
): Promise<Picture[]> {
  const queue = new PageQueue(reader, { parts });
  const pictures: Picture[] = [];
  const page = await context.newPage();
  for (let next = queue.next(); next; next = queue.next()) {
    const { page: name, path } = next;
    const file = `${reader.role}-${width}-${name}.jpg`;
    try {
      await page.goto(url + path, { waitUntil: 'networkidle', timeout: PATIENCE });
      await page.evaluate(loadPictures);
      await page.screenshot({ path: join(out, file), fullPage: true, type: 'jpeg', quality: QUALITY });
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      pictures.push({ page: name, path, reader: reader.role, width, file, height });
      await queue.addLinksOf(page);
    } catch (fault) {
      report(`${reader.role} ${width} ${path}: ${String(fault).split('\n', 1)[0]}`);
    }
  }
  await page.close();
  report(`${reader.role} ${width}: ${pictures.length}`);
  return pictures;
}

/** Runs in the page: pictures below the fold as well, which a browser leaves until they are scrolled to. */
async function loadPictures(): Promise<void> {
  const pictures = Array.from(document.images);
  for (const picture of pictures) picture.loading = 'eager';
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
}
