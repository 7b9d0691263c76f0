import type { BrowserContext } from 'playwright-core';
import type { Registry } from '#engine/generated/schemas.ts';
import { customerRole, ROLE_COOKIE } from '#engine/host/fixtures/readers.ts';
import { VISITOR } from '#engine/runtime/roles.ts';
import { launchChromium } from '../chromium.ts';
import { addressesOf, barePath } from '../site-addresses.ts';
import { type Examine, openTab, type Tab } from './visit-page.ts';

/** Windows that pages are looked at in, px. */
const WINDOWS = { desktop: { width: 1440, height: 900 }, phone: { width: 375, height: 700 } };

/** One page as one reader sees it. */
export interface WalkedPage {
  path: string;
  reader: string;
  window: keyof typeof WINDOWS;
  problems: readonly string[];
}

/** Whose eyes pages are seen with. */
export interface WalkReader {
  /** The role, `visitor` among them. */
  role: string;
  /** Makes a fresh browser profile this reader's. */
  enter(context: BrowserContext, origin: string): Promise<unknown>;
}

export interface WalkSettings {
  readers: readonly WalkReader[];
  /** What pages are held against besides what holds of all. */
  examine?: Examine;
}

/** A visitor, and a customer, of a shop on fixtures. */
const fixtureReaders = ({ site }: Registry): WalkReader[] =>
  [...new Set([VISITOR, customerRole(site)])].map((role) => ({
    role,
    enter: async (context, origin) =>
      role === VISITOR ||
      context.addCookies([{ name: ROLE_COOKIE, value: role, url: origin, httpOnly: true }]),
  }));

/** The paths to open of each page: without parameters, and one of each that others link to. */
async function walk(
  registry: Registry,
  role: string,
  visit: (path: string) => Promise<readonly string[]>,
): Promise<void> {
  const open = addressesOf(registry.routes).filter(
    ({ needsReader, isRedirect }) => !isRedirect && (role !== VISITOR || !needsReader),
  );
  const queue = open.flatMap(({ pattern }) => barePath(pattern) ?? []);
  const linked = new Set<string>();
  for (const path of queue) {
    for (const link of await visit(path)) {
      const address = open.find(({ expression }) => expression.test(link));
      if (!address || barePath(address.pattern) !== undefined || linked.has(address.pattern)) continue;
      linked.add(address.pattern);
      queue.push(link);
    }
  }
}

/** Opens every page of a running shop as each reader (a visitor and a customer of a shop on fixtures), in a wide window and on a phone. */
export async function* walkSite(
  registry: Registry,
  origin: string,
  { readers, examine }: WalkSettings = { readers: fixtureReaders(registry) },
): AsyncGenerator<WalkedPage> {
  const browser = await launchChromium();
  try {
    for (const reader of readers) {
      /* A page is waited for until it is still: another one is looked at meanwhile. */
      const walks = Object.entries(WINDOWS).map(async ([window, viewport]) => {
        const tab = openTab(async () => {
          const context = await browser.newContext({
            viewport,
            reducedMotion: 'reduce',
            serviceWorkers: 'block',
          });
          await reader.enter(context, origin);
          return context;
        }, examine);
        const walked = await walkAs(tab, window as keyof typeof WINDOWS, reader.role);
        await tab.close();
        return walked;
      });
      for (const walked of await Promise.all(walks)) yield* walked;
    }
  } finally {
    await browser.close();
  }

  async function walkAs(tab: Tab, window: keyof typeof WINDOWS, reader: string): Promise<WalkedPage[]> {
    const walked: WalkedPage[] = [];
    await walk(registry, reader, async (path) => {
      const { problems, links } = await tab.visit(origin + path);
      walked.push({ path, reader, window, problems });
      return links;
    });
    return walked;
  }
}
