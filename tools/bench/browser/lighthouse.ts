import lighthouse from 'lighthouse';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#engine/cli/chromium.ts';
import { freePort } from '../../free-port.ts';
import { startSecureProxy } from '../../haproxy.ts';
import { startPostgres } from '../../postgres.ts';
import { startSite } from '../../site-process.ts';
import { besideOthers } from '../machine.ts';
import { median } from '../median.ts';
import type { Figures } from '../rows.ts';
import { addForm, read } from '../server/members.ts';

/** Row of a category, by Lighthouse's name of it. */
const CATEGORIES = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'practices',
  seo: 'seo',
} as const;

type Category = keyof typeof CATEGORIES;

const NAMES = Object.keys(CATEGORIES) as Category[];

/** Each with what it shows a member. */
const PAGES = ['/', '/list', '/list_info/1', '/search?keywords=阿莫西林', '/cart', '/mrtj', '/order'];

/** Kept from search engines by robots.txt, for they show only what is a member's own: none of them is judged as a result. */
const MEMBERS_OWN: ReadonlySet<string> = new Set(['/cart', '/order']);

/** The performance of a page is the median of so many runs. */
const RUNS = 3;

interface Audit {
  scores: Partial<Record<Category, number>>;
  /** What failed: category, name and title. */
  failed: string[];
}

const DAY = 86_400;

/** A member who stays logged in, whichever page is closed. */
async function logIn(browser: Browser, url: string, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  const cdp = await browser.newBrowserCDPSession();
  const expires = Date.now() / 1000 + DAY;
  await cdp.send('Storage.setCookies', { cookies: [{ name, value, url, expires, httpOnly: true }] });
  await cdp.detach();
}

/** Every script that a page loads. */
const SCRIPTS = ['*.js'];

/** One page in Lighthouse's mobile setting: a phone, the network simulated. */
async function audit(
  site: string,
  path: string,
  port: number,
  { withoutScripts = false }: { withoutScripts?: boolean } = {},
): Promise<Audit> {
  const url = new URL(path, site);
  const whole = NAMES.filter((name) => name !== 'seo' || !MEMBERS_OWN.has(path));
  const names: Category[] = withoutScripts ? ['performance'] : whole;
  const flags = {
    port,
    output: 'json',
    logLevel: 'silent',
    onlyCategories: names,
    blockedUrlPatterns: withoutScripts ? SCRIPTS : [],
  } as const;
  const result = await lighthouse(url.href, flags);
  if (!result) throw new Error(`Lighthouse has no result for ${path}`);
  const { categories, audits, finalDisplayedUrl, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${path}: ${runtimeError.message}`);
  if (new URL(finalDisplayedUrl).pathname !== url.pathname)
    throw new Error(`${path} led to ${finalDisplayedUrl}`);
  const scores: Audit['scores'] = {};
  for (const name of names) scores[name] = Math.round((categories[name]?.score ?? 0) * 100);
  const failed = names.flatMap((name) =>
    (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const found = audits[id];
      if (!found || weight === 0 || found.score === null || found.score === 1) return [];
      return [`${name}: ${id}, ${found.title}${found.displayValue ? ` (${found.displayValue})` : ''}`];
    }),
  );
  return { scores, failed };
}

/** A page in a few runs: the middle of each score, what failed in the last, and its performance without scripts, once. */
async function auditPage(browser: Browser, site: string, cookie: string, path: string, port: number) {
  const runs: Audit[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await logIn(browser, site, cookie);
    runs.push(await audit(site, path, port));
  }
  const scores: Audit['scores'] = {};
  for (const name of NAMES) {
    const figures = runs.flatMap((run) => run.scores[name] ?? []);
    if (figures.length > 0) scores[name] = median(figures);
  }
  await logIn(browser, site, cookie);
  const bare = await audit(site, path, port, { withoutScripts: true });
  return { scores, failed: runs.at(-1)?.failed ?? [], bare: bare.scores.performance ?? Number.NaN };
}

/**
 * The scores of all pages, the lowest of each category; every page's own, and what failed on it, is said to `note`. Behind
 * the proxy of `compose.yaml`, over TLS and HTTP/2: so buyers meet the shop.
 */
export async function measureLighthouse(
  distDir: string,
  report: (line: string) => void,
  note: (line: string) => void,
): Promise<Figures> {
  const postgres = await startPostgres({ durable: true });
  const DATABASE_URL = await postgres.createDatabase('lighthouse');
  const site = await startSite({ DATABASE_URL, DIST_DIR: distDir });
  const here = Number(new URL(site.url).port);
  const proxy = await startSecureProxy({ 'site-a': here, 'site-b': here });
  const port = await freePort();
  const browser = await launchChromium({
    flags: [`--remote-debugging-port=${port}`, '--ignore-certificate-errors'],
  });
  try {
    const cookie = await site.logIn('demo');
    await read(`${site.url}/api/cart`, cookie, addForm(1));
    const { result: pages, others } = await besideOthers(async () => {
      const all: { scores: Audit['scores']; bare: number }[] = [];
      for (const path of PAGES) {
        report(path);
        const { scores, failed, bare } = await auditPage(browser, proxy.url, cookie, path, port);
        const said = NAMES.flatMap((name) => scores[name] ?? []).join(' · ');
        note([`${path}: ${said}; performance without scripts ${bare}`, ...failed].join('\n  '));
        all.push({ scores, bare });
      }
      return all;
    });
    const figures: Figures = {};
    const baseline = Math.min(...pages.map(({ bare }) => bare));
    for (const name of NAMES) {
      const value = Math.min(...pages.flatMap(({ scores }) => scores[name] ?? []));
      figures[CATEGORIES[name]] = { value, others, ...(name === 'performance' && { baseline }) };
    }
    return figures;
  } finally {
    await browser.close();
    await proxy.stop();
    await site.stop();
    await postgres.stop();
  }
}
