import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { launchChromium } from '#engine/cli/chromium.ts';
import type { WalkReader } from '#engine/cli/walk/walk-site.ts';
import { untilHydrated } from '../../support/hydrated.ts';
import { execIn, type Running } from '../support/commands.ts';
import { type InstalledShop, installShop } from '../support/install.ts';
import { walkEnglish, watchErrors } from '../support/walk.ts';
import { type RunningService, runService, SPOILED } from './service.ts';

const ROBIN = { email: 'robin@example.com', password: 'paper-and-ink' };

let service: RunningService;
let shop: InstalledShop;
let host: Running;
let browser: Browser;

beforeAll(async () => {
  service = await runService();
  shop = await installShop('tests/shops/stationery/shop');
  const started = performance.now();
  host = await shop.start({ API_BASE: service.base });
  const start = Math.round(performance.now() - started) / 1000;
  console.log('stationery, seconds:', JSON.stringify({ ...shop.seconds, start }));
  browser = await launchChromium();
}, 600_000);

afterAll(async () => {
  await browser?.close();
  await host?.stop();
  await service?.stop();
  await shop?.remove();
});

beforeEach(() => service.spoil(null));

/** A tab of somebody who was never here. Whatever goes wrong in its scripts fails the test. */
async function tab(): Promise<{ page: Page; open: (path: string) => Promise<void> }> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const problems: string[] = [];
  watchErrors(page, problems);
  onTestFinished(async () => {
    await context.close();
    expect(problems).toEqual([]);
  });
  const open = async (path: string) => {
    await page.goto(host.url + path);
    await untilHydrated(page);
  };
  return { page, open };
}

const logIn = (context: BrowserContext) =>
  context.request.post(`${host.url}/api/auth/login`, { data: ROBIN });

const signIn = async (page: Page, word: string) => {
  await page.getByLabel('Email').fill(ROBIN.email);
  await password(page).fill(word);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
};

const notebooks = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Notebooks/ });
const password = (page: Page) => page.getByRole('textbox', { name: 'Password' });
const cards = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading');
const pathOf = (page: Page) => new URL(page.url()).pathname;

describe('the installed shop', () => {
  it('runs on the package of its own folder, outside this repository', async () => {
    const engine = await realpath(join(shop.folder, 'node_modules/storewright'));
    expect(engine.startsWith(await realpath(shop.folder))).toBe(true);
    expect(engine.startsWith(process.cwd())).toBe(false);
  });

  it('says how a command is used, and makes a block whose types are right at once', async () => {
    expect(await shop.storewright(['new', '--help'])).toContain('usage: ');
    await shop.storewright(['new', 'block', 'gift-note', 'Gift note']);
    await execIn(shop.folder, ['node_modules/.bin/tsc', '--noEmit']);
    expect(await readFile(join(shop.folder, 'blocks/gift-note/gift-note.tsx'), 'utf8')).toContain('GiftNote');
  });

  it('serves pages that hold the products of the service, in English alone', async () => {
    const html = await (await fetch(`${host.url}/shop?category=ink`)).text();
    for (const name of ['Pine soot ink', 'Harbor blue ink', 'Walnut ink']) expect(html).toContain(name);
    expect(html).not.toContain('Brass ruler');
    expect(html).not.toMatch(/\p{Script=Han}/u);
  });
});

describe('a visitor', () => {
  it('narrows the list, sorts it, and finds the same again under its address', async () => {
    const { page, open } = await tab();
    await open('/shop');
    expect(await cards(page).count()).toBe(12);
    await notebooks(page).click();
    await expect.poll(() => cards(page).count()).toBe(6);
    await page.getByText('Price, low to high').click();
    await expect.poll(() => cards(page).first().textContent()).toBe('Reporter’s pad');
    await page.getByText('In stock only').click();
    await expect.poll(() => cards(page).count()).toBe(5);
    expect(new URL(page.url()).search).toBe('?category=notebooks&sort=price&available=1');
    const shown = await cards(page).allTextContents();
    await page.reload();
    expect(await cards(page).allTextContents()).toEqual(shown);
  });

  it('searches from any page and opens what was found', async () => {
    const { page, open } = await tab();
    await open('/about');
    await page.getByRole('combobox', { name: 'Search' }).fill('waterproof ink');
    await page.keyboard.press('Enter');
    await page.getByText('1 found').waitFor();
    await cards(page).getByRole('link', { name: 'Pine soot ink' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pine soot ink' }).waitFor();
    await page.getByText('A warm black that water does not move').waitFor();
    expect(pathOf(page)).toBe('/shop/pine-soot-ink');
  });

  it('reads that a thing is not there, in the words of the service', async () => {
    const { page, open } = await tab();
    await open('/shop/no-such-pen');
    await page.getByText('We do not carry that.').waitFor();
    expect((await fetch(`${host.url}/shop/no-such-pen`)).status).toBe(404);
  });
});

describe('a customer', () => {
  it('signs in to buy, changes the cart, pays what the service says, and signs out', async () => {
    const { page, open } = await tab();
    const main = page.getByRole('main');
    await open('/shop/kestrel-fountain-pen');
    await main.getByRole('group').getByText('Fine', { exact: true }).click();
    await main.getByRole('button', { name: 'Add to cart' }).click();
    await page.waitForURL('**/login?**');
    await signIn(page, 'a guess');
    await main.getByText('That password does not go with this email address.').waitFor();
    expect(await password(page).getAttribute('aria-invalid')).toBe('true');
    await signIn(page, ROBIN.password);
    await page.waitForURL('**/shop/kestrel-fountain-pen?variant=PEN-101-F');
    await untilHydrated(page);
    await main.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'View cart' }).click();

    await main.getByText('$47.00').waitFor();
    await main.getByRole('spinbutton').fill('2');
    await page.keyboard.press('Enter');
    await expect.poll(() => main.innerText()).toMatch(/Total\s+\$\s*84\s*\.00/);
    expect(await page.getByRole('banner').getByRole('link', { name: /Cart/ }).innerText()).toContain('2');

    await main.getByRole('link', { name: 'Check out' }).click();
    await page.getByLabel('ZIP code').fill('9720');
    await page.getByText('Express, next day, $15').click();
    await main.getByRole('button', { name: 'Place the order' }).click();
    await main.getByText('A ZIP code has five digits.').waitFor();
    await page.getByLabel('ZIP code').fill('97205');
    await main.getByRole('button', { name: 'Place the order' }).click();
    await main.getByText('We have your order and begin to pack it.').waitFor();
    expect(await main.innerText()).toMatch(/Delivery\s+\$15\.00\s+Total\s+\$\s*99\s*\.00/);
    expect(service.store.orders.at(-1)).toMatchObject({
      account: 1,
      items: [{ sku: 'PEN-101-F', unit: 4200, quantity: 2 }],
      shipping: 1500,
    });

    await open('/account');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    await open('/orders');
    expect(pathOf(page)).toBe('/login');
  });

  it('opens an account, and hears what is wrong with each field', async () => {
    const { page, open } = await tab();
    await open('/register');
    await page.getByLabel('Name').fill('Ada Quill');
    await page.getByLabel('Email').fill(ROBIN.email);
    await password(page).fill('long enough');
    await page.getByRole('button', { name: 'Open it' }).click();
    await page.getByRole('main').getByText('There is an account with this email address already.').waitFor();
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Open it' }).click();
    await page.getByRole('heading', { name: 'Hello, Ada Quill' }).waitFor();
    await page.getByText('No orders yet').waitFor();
  });

  it('has no token of the service anywhere in the browser', async () => {
    const { page, open } = await tab();
    const answer = await logIn(page.context());
    await open('/account');
    const tokens = [...service.store.tokens.keys()];
    const kept = await page.evaluate(() =>
      [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join('\n'),
    );
    const seen = [kept, await page.content(), await answer.text()].join('\n');
    expect(tokens.length).toBeGreaterThan(0);
    expect(tokens.filter((token) => seen.includes(token))).toEqual([]);
    const cookies = await page.context().cookies();
    const holding = cookies.filter(({ value }) => tokens.includes(value));
    expect(holding).toMatchObject([{ httpOnly: true, sameSite: 'Lax' }]);
  });
});

describe('every page', () => {
  const visitor: WalkReader = { role: 'visitor', enter: async () => {} };
  const customer: WalkReader = {
    role: 'customer',
    async enter(context, origin) {
      await logIn(context);
      for (const sku of ['NTB-202', 'INK-402'])
        await context.request.post(`${origin}/api/cart/items`, { data: { sku, quantity: 1 } });
    },
  };

  it.each([
    [visitor, 9],
    [customer, 14],
  ])('is sound at 1440 and 375 px for a $role', { timeout: 300_000 }, async (reader, count) => {
    const { opened, problems } = await walkEnglish(join(shop.folder, 'dist'), host.url, [reader]);
    expect(problems).toEqual([]);
    expect(opened.length).toBe(2 * count);
  });
});

describe('a service that cannot be reached', () => {
  it('costs the blocks that need it, which come back by themselves when asked again', async () => {
    const { page, open } = await tab();
    await open('/shop');
    await service.stop();
    await notebooks(page).click();
    const failed = page.getByRole('main').getByRole('alert').filter({ hasText: 'This could not be loaded' });
    await failed.first().waitFor();
    await page.getByRole('heading', { name: 'Everything on the shelves' }).waitFor();
    await service.start();
    for (let left = await failed.count(); left > 0; left = await failed.count()) {
      await failed.first().getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => failed.count()).toBeLessThan(left);
    }
    await expect.poll(() => cards(page).count()).toBe(6);
  });
});

describe('a service that answers', () => {
  it.each(Object.keys(SPOILED) as (keyof typeof SPOILED)[])(
    '%s leaves a page with a block that can be tried again',
    async (how) => {
      const { page, open } = await tab();
      service.spoil(how);
      await open(`/shop?maker=Halden&spoiled=${encodeURIComponent(how)}`);
      const main = page.getByRole('main');
      const failed = main.getByRole('alert');
      await failed.first().waitFor();
      await page.getByRole('heading', { name: 'Everything on the shelves' }).waitFor();
      await notebooks(page).waitFor();
      expect(await page.locator('body').innerText()).not.toMatch(
        /\p{Script=Han}|login\.example|maintenance/u,
      );
      service.spoil(null);
      await failed.first().getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => cards(page).count()).toBe(4);
    },
  );
});
