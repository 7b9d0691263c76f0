import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  Asker,
  builtRegistry,
  DIST,
  fill,
  type RouteEntry,
  routeEntries,
  valuesFor,
} from './support/addresses.ts';
import { gotoStill } from './support/still.ts';
import { shareBrowser, visit } from './support/visitor.ts';
import { forEach, isScheduled, RANKS, rankOf } from './support/walking.ts';

shareBrowser();

const registry = await builtRegistry();

const READERS: readonly [who: string, account: string | undefined, rank: number][] = [
  ['a visitor', undefined, RANKS.indexOf('visitor')],
  ['a member', 'demo', RANKS.indexOf('approved')],
];

const entriesFor = (rank: number): RouteEntry[] =>
  [...routeEntries(registry.routes)].filter(
    (entry) =>
      entry.isOwn && entry.route.redirect === undefined && rankOf(entry) <= rank && !isScheduled(entry),
  );

async function addressesFor(account: string | undefined, rank: number): Promise<string[]> {
  const asker = await Asker.as(account);
  return Promise.all(
    entriesFor(rank).map(async (entry) => fill(entry.path, await valuesFor(entry, registry, asker))),
  );
}

/** The most that a page may move under its reader's eyes (CLS): a fifth of what passes for good. */
const MOST = 0.02;

/** So long takes every answer that the browser asks for, ms: what stands in for it is seen. */
const DELAY = 120;

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

interface LargestPaint extends PerformanceEntry {
  element: Element | null;
}

declare global {
  interface Window {
    /** What has moved since the document began. */
    shifts: { value: number; what: string }[];
    /** The picture that was the largest on the screen, where it was fetched only when the page had been laid out. */
    latePicture: string | null;
  }
}

/** Runs in every document before anything else. */
function watchPaints(): void {
  window.shifts = [];
  window.latePicture = null;
  new PerformanceObserver((list) => {
    const { element } = list.getEntries().at(-1) as LargestPaint;
    const isLate = element instanceof HTMLImageElement && element.loading === 'lazy';
    window.latePicture = isLate && element.closest('main') ? element.currentSrc : null;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      const what = entry.sources.map(({ node }) => node?.textContent?.slice(0, 20)).join(' | ');
      if (!entry.hadRecentInput) window.shifts.push({ value: entry.value, what });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/**
 * Runs in every document before anything else: answers of the API are late. In the page itself, because a browser whose
 * requests a test intercepts has no cache, and would load and compile every script anew for each page.
 */
function delayAnswers(delay: number): void {
  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (pathname.startsWith('/api/')) await new Promise((passed) => setTimeout(passed, delay));
    return send(input, init);
  };
}

/** Cells of tables as cards that show a name without a value, and links in them that look like any text. */
function faultsOfCards(): string[] {
  const cells = Array.from(document.querySelectorAll<HTMLElement>('main td[data-label]'));
  const labels = cells
    .filter(
      (cell) =>
        cell.offsetHeight > 0 &&
        cell.textContent.trim() === '' &&
        !cell.querySelector('img,input,button,svg'),
    )
    .map(({ dataset }) => `says ${dataset['label']} and nothing after it`);
  const links = Array.from(document.querySelectorAll('main td a'))
    .filter((link) => link.textContent.trim() !== '' && link.parentElement)
    .filter((link) => getComputedStyle(link).color === getComputedStyle(link.parentElement ?? link).color)
    .map(({ textContent }) => `has a link that looks like text: ${textContent}`);
  return [...new Set([...labels, ...links])];
}

describe.each(READERS)('%s opens every page', (_who, account, rank) => {
  test.each([1440, 375])(
    'at %s px nothing moves that was there, and the largest picture is fetched at once',
    { timeout: 300_000 },
    async (width) => {
      const { page, tab, context } = await visit({
        ...(account !== undefined && { as: account }),
        width,
        height: width < 720 ? 812 : 900,
        // What runs in every document would run again for each test that a profile was left by.
        isNew: true,
        expected: /Failed to load resource|EventSource/,
      });
      await context.addInitScript(watchPaints);
      await context.addInitScript(delayAnswers, DELAY);
      const faults: string[] = [];
      const addresses = await addressesFor(account, rank);
      expect(addresses.length).toBeGreaterThan(50);
      await forEach(addresses, [page, await tab()], async (address, each) => {
        await gotoStill(each, address);
        // A page that leads on, such as the entry of a sale, is not looked at: it has no time to.
        if (new URL(each.url()).pathname !== new URL(address, each.url()).pathname) return;
        const shifts = await each.evaluate(() => window.shifts);
        const sum = shifts.reduce((total, { value }) => total + value, 0);
        const what = shifts.map(({ value, what: moved }) => `${value.toFixed(3)} ${moved}`).join(', ');
        if (sum > MOST) faults.push(`${address} moves by ${sum.toFixed(3)}: ${what}`);
        const late = await each.evaluate(() => window.latePicture);
        if (late !== null)
          faults.push(`${address} fetches its largest picture late, its block lacks firstView: ${late}`);
        if (width < 720)
          faults.push(...(await each.evaluate(faultsOfCards)).map((fault) => `${address} ${fault}`));
      });
      expect(faults).toEqual([]);
    },
  );
});

const CLASS = /\.(-?[A-Za-z_][\w-]*)/g;

/** Class -> the built stylesheets that speak of it. */
async function stylesheets(): Promise<Map<string, Set<string>>> {
  const folder = join(DIST, 'client/assets');
  const known = new Map<string, Set<string>>();
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.css'))) {
    const text = (await readFile(join(folder, file), 'utf8')).replaceAll(/\{[^{}]*\}/g, ' ');
    for (const [, name = ''] of text.matchAll(CLASS))
      known.set(name, (known.get(name) ?? new Set()).add(`/assets/${file}`));
  }
  return known;
}

test.each(READERS)(
  'the document of %s brings the styles of all that the server has drawn',
  {
    timeout: 120_000,
  },
  async (_who, account, rank) => {
    const sheets = await stylesheets();
    const asker = await Asker.as(account);
    const faults = new Set<string>();
    await forEach(await addressesFor(account, rank), [1, 2, 3], async (address) => {
      const html = await (await asker.fetch(address)).text();
      const linked = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(
        ([, href = '']) => href,
      );
      const classes = [...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '));
      for (const name of new Set(classes)) {
        const homes = sheets.get(name);
        if (homes && !linked.some((href) => homes.has(href)))
          faults.add(`${address} lacks ${[...homes].join(' or ')} for .${name}`);
      }
    });
    expect([...faults]).toEqual([]);
  },
);
