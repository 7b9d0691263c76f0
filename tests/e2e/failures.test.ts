import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page, Route as Routed } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Render } from '#engine/host/built-site.ts';
import { answerByFetch } from '#engine/runtime/in-process.ts';
import { untilDrawn } from '../support/hydrated.ts';
import {
  Asker,
  builtRegistry,
  DIST,
  fill,
  type RouteEntry,
  routeEntries,
  valuesFor,
} from './support/addresses.ts';
import { takeClock } from './support/clock.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

const registry = await builtRegistry();
const { site } = registry;
const ENTRIES = [...routeEntries(registry.routes)].filter(
  ({ isOwn, route }) => isOwn && route.redirect === undefined,
);
const isStaff = ({ route, layouts }: RouteEntry) =>
  [...layouts, route].some(({ access }) => access === 'staff');

const built = join(DIST, 'server/entry-server.js');
const { render } = (await import(pathToFileURL(built).href)) as { render: Render };
const manifest: unknown = JSON.parse(await readFile(join(DIST, 'client/.vite/manifest.json'), 'utf8'));

/** Every second key away, at the top and in the first of a list. */
function halve(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item, index) => (index === 0 ? halve(item) : item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter((_, index) => index % 2 === 1));
}

type Spoil = (answer: Response) => Response | Promise<Response>;

/** Ways to fail, of which a page says that it failed, or does without. */
const FAILURES: Record<string, Spoil> = {
  'a 500': () => Response.json({ code: 500, message: 'fault', data: null }, { status: 500 }),
  'a lost connection': () => Promise.reject(new TypeError('fetch failed')),
  'broken JSON': () => new Response('{"code":2', { headers: { 'content-type': 'application/json' } }),
  'a page of HTML': () =>
    new Response('<h1>502</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
  'no data': () => Response.json({ code: 200, message: '', data: null }),
};

/** Successes that break their word. */
const LIES: Record<string, Spoil> = {
  'an empty object': () => Response.json({ code: 200, message: '', data: {} }),
  'fields that are missing': async (answer) => {
    const { data, ...rest } = (await answer.json()) as { data: unknown };
    return Response.json({ ...rest, data: halve(data) });
  },
};

/** The shop, rendered here, with answers of the real one; each is asked once. */
function shopFor(asker: Asker) {
  const answers = new Map<string, Promise<{ status: number; text: string }>>();

  async function ask(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const body = request.method === 'GET' ? '' : await request.text();
    const key = `${request.method} ${pathname}${search} ${body}`;
    const known = answers.get(key) ?? asker.forward(request.method, pathname + search, body, request.headers);
    answers.set(key, known);
    const { status, text } = await known;
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  }

  /** Renders an address, with the answers of one API path spoilt. */
  return async (address: string, path?: string, spoil?: Spoil) => {
    const asked = new Set<string>();
    const crashes: string[] = [];
    const page = await render(new Request(new URL(address, 'http://shop')), {
      manifest,
      now: () => Math.floor(Date.now() / 1000),
      onError: (error: unknown) => crashes.push(String(error)),
      answer: answerByFetch(async (request) => {
        const { pathname } = new URL(request.url);
        asked.add(pathname);
        const answer = await ask(request);
        return pathname === path && spoil ? spoil(answer) : answer;
      }),
    });
    return { ...page, html: page.html.toString(), asked, crashes };
  };
}

const wordsOf = (html: string) =>
  html.replaceAll(/<script[^>]*>.*?<\/script>|<[^>]*>/gs, ' ').replaceAll(/\s+/g, ' ');

const mainOf = (html: string) => /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '';

type Opened = Awaited<ReturnType<ReturnType<typeof shopFor>>>;

/** What is wrong with a page of which an answer was spoilt; undefined when nothing is. */
function faultOf({ html, location, crashes }: Opened, whole: Opened, mayCrash: boolean): string | undefined {
  // A false answer may say that nobody is there; one that did not come sends nobody away.
  if (location !== undefined)
    return mayCrash && location.startsWith(site.pages.login) ? undefined : `leads to ${location}`;
  const parts = ['</html>', '</header>'].filter((part) => whole.html.includes(part));
  if (!parts.every((part) => html.includes(part))) return 'is not whole';
  if (wordsOf(mainOf(html)).trim() === '') return 'is white';
  return crashes.length > 0 && !mayCrash ? crashes.join('; ') : undefined;
}

describe.each([
  ['a buyer', 'demo', (entry: RouteEntry) => !isStaff(entry), 40],
  ['staff', 'ops', isStaff, 5],
] as const)('whichever call fails for %s, and however', (_who, account, isTheirs, least) => {
  test('every page stands, and no block of it crashes', { timeout: 240_000 }, async () => {
    const asker = await Asker.as(account);
    const open = shopFor(asker);
    const tried = new Set<string>();
    const told = new Set<string>();
    const faults: string[] = [];
    for (const entry of ENTRIES.filter(isTheirs)) {
      const address = fill(entry.path, await valuesFor(entry, registry, asker));
      const whole = await open(address);
      if (whole.crashes.length > 0) faults.push(`${address}: ${whole.crashes.join('; ')}`);
      for (const path of whole.asked) {
        if (tried.has(path)) continue;
        tried.add(path);
        for (const [name, spoil] of Object.entries({ ...FAILURES, ...LIES })) {
          const opened = await open(address, path, spoil);
          const fault = faultOf(opened, whole, name in LIES);
          if (fault !== undefined) faults.push(`${address}, ${path}, ${name}: ${fault}`);
          if (opened.html.includes(site.texts.failed)) told.add(path);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(tried.size).toBeGreaterThan(least);
    // The rest is what a page does without: ads, and what the header and the footer have in common.
    expect(told.size).toBeGreaterThan(tried.size / 2);
  });
});

/** What the browser itself reports of a call that failed. */
const REPORTED = /Failed to load resource|net::ERR_|EventSource's response/;

/** Goes to a page as a link does, so that everything of it is asked in the browser. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

type Break = (route: Routed) => Promise<void>;

const BREAKS: Record<string, Break> = {
  'a 500': (route) => route.fulfill({ status: 500, json: { code: 500, message: 'fault', data: null } }),
  'a lost connection': (route) => route.abort(),
  'broken JSON': (route) => route.fulfill({ contentType: 'application/json', body: '{"code":2' }),
  'a page of HTML': (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502</h1>' }),
  'no data': (route) => route.fulfill({ json: { code: 200, message: '', data: null } }),
};

describe('in a browser', () => {
  /** Pages, what each waits for, and what shows that it has come. */
  const PARTS: readonly [path: string, call: string, shows: RegExp][] = [
    ['/', '/api/goods/hot', /热销商品[\s\S]*加购/],
    ['/list', '/api/goods/list', /加购/],
    ['/list_info/1', '/api/goods/detail/1', /加入购物车/],
    ['/order', '/api/order', /我的订单/],
    ['/help/xrzn/hyzc', '/api/article/help/hyzc', /会员注册/],
  ];

  test('the part that failed says so, and asks again', { timeout: 120_000 }, async () => {
    const { page } = await visit({ as: 'demo', expected: REPORTED });
    const ways = Object.values(BREAKS);
    for (const [index, [path, call, shows]] of PARTS.entries()) {
      await page.goto('/login');
      const matches = (url: URL) => url.pathname === call;
      const fail = ways[index % ways.length];
      if (fail) await page.route(matches, fail);
      await follow(page, path);
      const failed = page.getByRole('main').getByRole('alert').filter({ hasText: site.texts.failed });
      await failed.waitFor();
      await page.getByRole('combobox').fill('布洛芬');
      await page.unroute(matches);
      await failed.getByRole('button', { name: site.texts.retry }).click();
      await expect.poll(() => page.getByRole('main').innerText()).toMatch(shows);
      await expect.poll(() => failed.count()).toBe(0);
    }
  });

  test('answers that break their word cost their block, and the page stays usable', async () => {
    const { page } = await visit({ as: 'demo', expected: /./ });
    for (const call of [
      '/api/global/home',
      '/api/goods/hot',
      '/api/global/config',
      '/api/article/category',
    ]) {
      await page.goto('/login');
      const matches = (url: URL) => url.pathname === call;
      await page.route(matches, (route) => route.fulfill({ json: { code: 200, message: '', data: {} } }));
      await follow(page, '/');
      await page.getByRole('combobox').fill('amxl');
      await page.getByRole('option').first().waitFor();
      expect(await page.getByRole('main').innerText()).toMatch(/为你推荐/);
      await page.unroute(matches);
    }
  });

  test('answers that take 8 s leave the page usable meanwhile, and arrive', async () => {
    const { page } = await visit({ as: 'demo', isNew: true, expected: REPORTED });
    await page.goto('/login');
    await takeClock(page);
    const held = Promise.withResolvers<void>();
    await page.route('**/api/**', async (route) => {
      await held.promise;
      await route.continue().catch(() => {});
    });
    await follow(page, '/list');
    await page.getByRole('main').getByText(site.texts.loading).first().waitFor({ state: 'attached' });
    const box = page.getByRole('combobox');
    await box.fill('布洛芬');
    await page.getByText('搜索中...').waitFor();
    await page.clock.runFor(8000);
    await untilDrawn(page);
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
    held.resolve();
    await expect.poll(() => page.getByRole('main').innerText()).toMatch(/加购/);
  });
});
