import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '#engine/cli/chromium.ts';
import { expressionOf } from '#engine/runtime/page-address.ts';
import { examineAs, type SeenPage } from '#tools/axe/examine.ts';
import type { Look } from '#tools/axe/looks.ts';
import { linesOf, summaryOf } from '#tools/axe/table.ts';
import type { SiteReader } from '#tools/site-pages.ts';
import { listen } from '../support/listen.ts';

const LOOKS: Look[] = [
  { name: '1440', width: 1440, colours: 'light', text: 100 },
  { name: '1440 text 200%', width: 1440, colours: 'light', text: 200 },
  { name: '375', width: 375, colours: 'light', text: 100 },
  { name: '375 dark', width: 375, colours: 'dark', text: 100, rules: ['color-contrast'] },
];

/** ms; on a busy machine an empty page takes some seconds. */
const PATIENCE = 10_000;

/** Path -> what stands in the content of its page. */
const PAGES: Readonly<Record<string, string>> = {
  '/good': '<p>All is well.</p><a href="/item/7">An item</a>',
  '/item/7': '<img src="data:," >',
  '/narrow': '<p style="width: 60rem">Wide</p>',
  '/dark':
    '<style>@media (prefers-color-scheme: dark) { p { color: #333; background: #222 } }</style><p>Dim</p>',
  '/stuck': '<script>addEventListener("load", () => { for (;;); })</script>',
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const reader = (...patterns: string[]): SiteReader => ({
  role: 'visitor',
  account: undefined,
  addresses: patterns.map((pattern) => ({
    page: pattern,
    pattern,
    needsReader: false,
    isRedirect: false,
    expression: expressionOf(pattern),
  })),
});

/** What was seen of these pages, by path, and those that nothing led to. */
async function examine(...patterns: string[]) {
  const { base } = await listen(({ path }, response) => {
    response.statusCode = path === '/gone' ? 404 : 200;
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><html lang="en"><title>A page</title><meta name="viewport" content="width=device-width"><main><h1>A page</h1>${PAGES[path] ?? ''}</main>`,
    );
  });
  const seen = new Map<string, SeenPage>();
  const shop = { url: base, logIn: async () => '' };
  const unknown = await examineAs(browser, shop, reader(...patterns), {
    looks: LOOKS,
    parts: [],
    others: ['/gone', '/good?state=other'],
    missing: '/404',
    tabs: 2,
    patience: PATIENCE,
    report: (page) => seen.set(page.path, page),
  });
  return { seen, unknown };
}

const rulesOf = (page: SeenPage | undefined) => page?.breaches.map(({ rule, looks }) => [rule, looks]);

describe('a run over the pages of a shop', () => {
  test('finds what breaks a rule, on pages that others link to as well, and in which looks', async () => {
    const { seen, unknown } = await examine('/good', '/item/:id', '/other/:id', '/narrow', '/dark');
    expect(rulesOf(seen.get('/good'))).toEqual([]);
    expect(rulesOf(seen.get('/item/7'))).toEqual([['image-alt', ['1440', '1440 text 200%', '375']]]);
    expect(rulesOf(seen.get('/narrow'))).toEqual([['reflow', ['1440 text 200%', '375', '375 dark']]]);
    expect(rulesOf(seen.get('/dark'))).toEqual([['color-contrast', ['375 dark']]]);
    expect(unknown).toEqual(['/other/:id']);
    expect([...seen.keys()]).toContain('/good?state=other');
    const pages = [...seen.values()];
    expect(pages.flatMap(linesOf).join('\n')).toContain('/item/7 (visitor)\n  image-alt [1440, ');
    expect(summaryOf(pages)).toContain('image-alt            1 处 / places');
  });

  test('says of a page that is not there that it was not seen', async () => {
    const { seen } = await examine('/gone');
    expect(seen.get('/gone')?.fault).toBe('answers 404');
  });

  test('goes on past a page whose scripts never pause, and says that it was not seen', async () => {
    const { seen } = await examine('/stuck', '/good', '/narrow');
    expect(seen.get('/stuck')?.fault).toMatch(/\d ms|Timeout/);
    expect(seen.get('/stuck')?.looks).toEqual([]);
    expect(linesOf(seen.get('/stuck') as SeenPage).join('\n')).toContain('not seen');
    expect(seen.get('/good')?.looks).toEqual(LOOKS.map(({ name }) => name));
    expect(seen.get('/narrow')?.looks).toHaveLength(LOOKS.length);
  });
});
