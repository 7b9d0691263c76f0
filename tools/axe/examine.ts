import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { runAxe } from '#engine/cli/walk/axe.ts';
import { overflow } from '#engine/cli/walk/examine.ts';
import {
  enterAs,
  type OpenedShop,
  type PagePath,
  PageQueue,
  type SiteReader,
  type WantedPages,
} from '../site-pages.ts';
import { followDevice, type Look, show } from './looks.ts';

/** One rule that a page breaks at one place, in the looks in which it does. */
export interface Breach {
  rule: string;
  target: string;
  html: string;
  looks: string[];
}

/** A page as one reader saw it. */
export interface SeenPage extends PagePath {
  reader: string;
  breaches: readonly Breach[];
  /** The looks that it was seen in. */
  looks: readonly string[];
  /** Why it was not seen in the others. */
  fault?: string;
  /** Where it has led on to: what was seen is another page. */
  ledTo?: string;
}

export interface ExamineSettings extends WantedPages {
  looks: readonly Look[];
  /** The path that is right to answer that there is no such page. */
  missing: string;
  /** How many pages are open at a time. */
  tabs: number;
  /** ms that a page is given to open, and each look at it; one that takes longer is left. */
  patience: number;
  report: (seen: SeenPage) => void;
}

/** px of the window that every page is opened in. */
const OPENED = { width: 1440, height: 900 };

/** Name of what axe has no rule for: a page that must be scrolled sideways. */
const SIDEWAYS = 'reflow';

class TooSlow extends Error {}

/** Fails after a time: what waits for a page whose scripts never pause would wait for ever. */
async function within<T>(patience: number, what: string, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = wait(patience, undefined, { signal: timer.signal }).then(() => {
    throw new TooSlow(`${what}: not within ${patience} ms`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    work.catch(() => undefined);
  }
}

/** Looks at every page of a running shop as a reader. Answers the pages that no other led to. */
export async function examineAs(
  browser: Browser,
  shop: OpenedShop,
  reader: SiteReader,
  settings: ExamineSettings,
): Promise<string[]> {
  /* Pages of one profile may share a process: one that never pauses would hold up the others. */
  async function enter(): Promise<BrowserContext> {
    const context = await browser.newContext({
      viewport: OPENED,
      reducedMotion: 'reduce',
      colorScheme: 'light',
      locale: 'zh-CN',
      serviceWorkers: 'block',
    });
    await context.addInitScript(followDevice);
    await enterAs(context, shop, reader);
    return context;
  }
  const leave = (context: BrowserContext) =>
    within(settings.patience, 'closing', context.close()).catch(() => undefined);
  const queue = new PageQueue(reader, settings);
  const work = Array.from({ length: settings.tabs }, async () => {
    let context = await enter();
    for (let next = queue.next(); next; next = queue.next()) {
      const examined = await examine(context, shop.url, next, { ...settings, queue });
      settings.report({ ...next, reader: reader.role, ...examined });
      if (examined.fault === undefined) continue;
      await leave(context);
      context = await enter();
    }
    await leave(context);
  });
  await Promise.all(work);
  return queue.unknown();
}

type Examined = Pick<SeenPage, 'breaches' | 'looks' | 'fault' | 'ledTo'>;

/** Looks at a page in a tab of its own, which is left behind when the page never pauses. */
async function examine(
  context: BrowserContext,
  origin: string,
  { path }: PagePath,
  { looks, patience, missing, queue }: ExamineSettings & { queue: PageQueue },
): Promise<Examined> {
  const breaches = new Map<string, Breach>();
  const seen: string[] = [];
  const result = (): Examined => ({ breaches: [...breaches.values()], looks: seen });
  const page = await context.newPage();
  try {
    const opened = page.goto(origin + path, { waitUntil: 'networkidle', timeout: patience });
    const status = (await within(patience, 'opening', opened))?.status() ?? 0;
    if (status >= 400 && path !== missing) return { ...result(), fault: `answers ${status}` };
    await within(patience, 'links', queue.addLinksOf(page));
    const session = await context.newCDPSession(page);
    for (const look of looks) {
      const found = await within(patience, look.name, lookAt(page, session, look));
      for (const each of found) {
        const key = `${each.rule} ${each.target}`;
        const breach = breaches.get(key) ?? { ...each, looks: [] };
        breach.looks.push(look.name);
        breaches.set(key, breach);
      }
      seen.push(look.name);
    }
    const shown = new URL(page.url()).pathname;
    return { ...result(), ...(shown !== path.split('?')[0] && { ledTo: shown }) };
  } catch (error) {
    return { ...result(), fault: String(error).split('\n', 1)[0] ?? '' };
  } finally {
    await within(patience, 'closing', page.close()).catch(() => undefined);
  }
}

async function lookAt(page: Page, session: CDPSession, look: Look): Promise<Omit<Breach, 'looks'>[]> {
  await show(page, session, look);
  const found = await runAxe(page, { targets: true, ...(look.rules && { only: look.rules }) });
  const wider = await overflow(page);
  if (wider > 0) found.push({ rule: SIDEWAYS, help: '', target: 'html', html: `${wider} px` });
  return found.map(({ rule, target, html }) => ({ rule, target, html }));
}
