import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchChromium } from '#engine/cli/chromium.ts';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import { accountFor, insideAccount } from '../readers.ts';
import type { RunningSite } from '../running-site.ts';
import { momentOf, sampleOf } from '../weigh/leaves.ts';
import { addressOf } from './parts.ts';
import type { Reached } from './reach.ts';

/** Height of what is looked at, and its width where none is asked for. */
const [HEIGHT, WIDTH] = [900, 1440];

/** How many pages are looked at at a time: most of a picture's time is waiting for a page to be quiet. */
const LOOKERS = 2;

/** Milliseconds that a page may take; one that takes longer has no picture. */
const PATIENCE = 30_000;

/** A page to be taken: where, as whom, into which file. */
interface Shot {
  name: string;
  url: URL;
  reader: string | undefined;
  file: string;
}

/** Name of the page -> file of its picture, in `folder`, of a running shop. A page that cannot be taken is left out. */
export async function takeShots(
  pages: readonly Reached[],
  running: RunningSite,
  site: SiteConfig,
  { folder, suffix, width = WIDTH }: { folder: string; suffix: string; width?: number },
): Promise<Map<string, string>> {
  await mkdir(folder, { recursive: true });
  const taken = new Map<string, string>();
  if (pages.length === 0) return taken;
  const waiting = pages.flatMap((page) => shotOf(page, { url: running.url, site, suffix }) ?? []);
  const browser = await launchChromium();
  try {
    const look = async () => {
      const looker = new Looker(browser, running, width);
      for (let shot = waiting.shift(); shot !== undefined; shot = waiting.shift()) {
        if (await looker.take(shot, join(folder, shot.file))) taken.set(shot.name, shot.file);
      }
    };
    await Promise.all(Array.from({ length: LOOKERS }, look));
  } finally {
    await browser.close();
  }
  return taken;
}

/** Nothing where only the shop's own people could see the page at that moment, and there are none. */
function shotOf(
  { name, page }: Reached,
  { url: origin, site, suffix }: { url: string; site: SiteConfig; suffix: string },
): Shot | undefined {
  const now = Math.floor(Date.now() / 1000);
  const moment = momentOf([...page.chain, page.route], now);
  const url = new URL(sampleOf(addressOf(page.route)), origin);
  const file = `${name}-${suffix}.png`;
  if (moment === now) return { name, url, reader: accountFor(page.route.access, site), file };
  const reader = insideAccount(site);
  url.searchParams.set('at', new Date(moment * 1000).toISOString());
  return reader === undefined ? undefined : { name, url, reader, file };
}

/** In the page: those below the fold, too, which a browser leaves until they are scrolled to. A broken one is shown broken. */
async function loadPictures(): Promise<void> {
  const pictures = Array.from(document.images);
  for (const picture of pictures) picture.loading = 'eager';
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
}

/** One pair of eyes. A browser's profile costs a second of processor time, so it is kept, but for what a page left in it. */
class Looker {
  readonly #browser: Browser;
  readonly #site: RunningSite;
  readonly #width: number;
  readonly #cookies = new Map<string, string>();
  #profile: BrowserContext | undefined;

  constructor(browser: Browser, site: RunningSite, width: number) {
    this.#browser = browser;
    this.#site = site;
    this.#width = width;
  }

  /** Did it work? */
  async take({ url, reader }: Shot, path: string): Promise<boolean> {
    const profile = await this.#emptied();
    if (reader !== undefined) {
      const [name = '', value = ''] = (await this.#cookieOf(reader)).split('=');
      await profile.addCookies([{ name, value, url: url.origin }]);
    }
    const page = await profile.newPage();
    try {
      await page.goto(url.href, { waitUntil: 'networkidle', timeout: PATIENCE });
      await page.evaluate(loadPictures);
      await page.screenshot({ path, fullPage: true, timeout: PATIENCE });
      return true;
    } catch (fault) {
      process.stderr.write(`${url.pathname}: ${String(fault).split('\n', 1)[0]}\n`);
      return false;
    } finally {
      await page.close();
    }
  }

  async #emptied(): Promise<BrowserContext> {
    if (this.#profile === undefined) {
      this.#profile = await this.#browser.newContext({
        viewport: { width: this.#width, height: HEIGHT },
        /* It would keep what one reader has seen for the next. */
        serviceWorkers: 'block',
      });
      /* With its last page a profile lets go of its processes. */
      await this.#profile.newPage();
    }
    await this.#profile.clearCookies();
    return this.#profile;
  }

  async #cookieOf(reader: string): Promise<string> {
    const cookie = this.#cookies.get(reader) ?? (await this.#site.logIn(reader));
    this.#cookies.set(reader, cookie);
    return cookie;
  }
}
