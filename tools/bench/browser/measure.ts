import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { build } from '#engine/cli/build/build.ts';
import { launchChromium } from '#engine/cli/chromium.ts';
import { startPostgres } from '../../postgres.ts';
import { startSite } from '../../site-process.ts';
import { besideOthers } from '../machine.ts';
import { median } from '../median.ts';
import type { Figures, Measured } from '../rows.ts';
import { startBesideServer } from './beside.ts';
import { CARDS_PAGE, measureCards } from './cards.ts';
import { type FirstView, measureFirstView, measureToListRested } from './first-view.ts';
import { buildHandwritten } from './handwritten.ts';
import { STATIC } from './without-scripts.ts';

/** Times that each page is measured, in turn with the others. */
const RUNS = 5;

interface Setup {
  /** The shop, and the pages that it is measured beside. */
  shop: string;
  beside: string;
  cookie: string;
  browser: Browser;
  stop(): Promise<void>;
}

/** The shop with one page more, a server beside it, and a browser. */
async function setUp(configDir: string): Promise<Setup> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-browser-'));
  await cp(configDir, join(folder, 'config'), { recursive: true });
  await writeFile(join(folder, 'config/pages/bench-cards.yaml'), CARDS_PAGE);
  const distDir = join(folder, 'dist');
  await build({ distDir, configDir: join(folder, 'config'), report: () => {} });
  await buildHandwritten(join(folder, 'handwritten'));
  const postgres = await startPostgres({ durable: true });
  const site = await startSite({ DATABASE_URL: await postgres.createDatabase('browser'), DIST_DIR: distDir });
  const beside = await startBesideServer(site.url, join(folder, 'handwritten'));
  const browser = await launchChromium();
  return {
    shop: site.url,
    beside: beside.url,
    cookie: await site.logIn('demo'),
    browser,
    async stop() {
      await browser.close();
      await Promise.all([site.stop(), beside.stop()]);
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Views {
  shop: FirstView[];
  handwritten: FirstView[];
  still: FirstView[];
}

async function measureViews({ shop, beside, cookie, browser }: Setup): Promise<Views> {
  const views: Views = { shop: [], handwritten: [], still: [] };
  for (let run = 0; run < RUNS; run += 1) {
    views.shop.push(await measureFirstView(browser, `${shop}/`, cookie, true));
    views.handwritten.push(await measureFirstView(browser, `${beside}/`, cookie, true));
    views.still.push(await measureFirstView(browser, `${beside}${STATIC}/`, cookie, false));
  }
  return views;
}

const of = (views: readonly FirstView[], name: keyof FirstView): number =>
  median(views.map((view) => view[name] ?? Number.NaN));

/** Measures the shop as a member's browser meets it, each page beside the same in its simplest form. */
export async function measureBrowser(configDir: string, report: (line: string) => void): Promise<Figures> {
  report('handwritten');
  const setup = await setUp(configDir);
  const { browser, shop, beside, cookie } = setup;

  /** The medians of the shop's times and of the hand-written page's, taken in turn. */
  async function inTurn(measure: (url: string) => Promise<number[]>): Promise<Measured> {
    const { result: times, others } = await besideOthers(async () => {
      const taken: Record<'own' | 'handwritten', number[]> = { own: [], handwritten: [] };
      for (let run = 0; run < RUNS; run += 1) {
        taken.own.push(...(await measure(shop)));
        taken.handwritten.push(...(await measure(beside)));
      }
      return taken;
    });
    return { value: median(times.own), baseline: median(times.handwritten), others };
  }

  try {
    report('firstPaint, longTasks, script, toList');
    const { result: views, others } = await besideOthers(() => measureViews(setup));
    const row = (name: keyof FirstView, baseline: readonly FirstView[]) => ({
      value: of(views.shop, name),
      baseline: of(baseline, name),
      others,
    });
    report('toListRested');
    const toListRested = await inTurn(async (url) => [await measureToListRested(browser, `${url}/`, cookie)]);
    report('cards');
    const cards = await inTurn((url) => measureCards(browser, url, cookie));
    return {
      firstPaint: row('largestPaint', views.still),
      longTasks: row('longTasks', views.handwritten),
      script: row('script', views.handwritten),
      toList: row('toList', views.handwritten),
      toListRested,
      cards,
    };
  } finally {
    await setup.stop();
  }
}
