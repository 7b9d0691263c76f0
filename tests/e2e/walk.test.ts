import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { resolveString } from '#engine/runtime/reference.ts';
import type { Route } from '#generated/schemas.ts';
import { Asker, builtRegistry, fill, type RouteEntry, routeEntries, valuesFor } from './support/addresses.ts';
import { isFirstOf, pagesFirstOf, WALKERS } from './support/every-page.ts';
import { haveInvoiceRequest } from './support/invoice-request.ts';
import { shareBrowser, visit } from './support/visitor.ts';
import { arrive, forEach, isScheduled, RANKS, rankOf } from './support/walking.ts';

shareBrowser();

const registry = await builtRegistry();
const ENTRIES = [...routeEntries(registry.routes)];
const { site } = registry;

/** Where a redirect leads, by its values. */
function targetOf({ route }: RouteEntry, values: Record<string, string>): string {
  const scope = { route: values, query: {}, data: {}, user: site.user.visitor, site, now: 0 };
  return fill(resolveString(route.redirect?.to ?? '', scope), values);
}

const askers = new Map<string | undefined, Promise<Asker>>();

/** The one asker of an account. */
function askerOf(account: string | undefined): Promise<Asker> {
  const asker = askers.get(account) ?? Asker.as(account);
  askers.set(account, asker);
  return asker;
}

/** What a walker asks for: each page, each alias of those that are first theirs; staff only what is for staff. */
const askedBy = (access: Route['access']) =>
  ENTRIES.filter((entry) => isFirstOf(entry, access) || (entry.isOwn && access !== 'staff'));

const pathOf = (address: string | null) => (address ?? '').split('?')[0];

interface Answered {
  address: string;
  status: number;
  location: string | null;
  title: string;
}

async function answerOf(asker: Asker, address: string): Promise<Answered> {
  const response = await asker.fetch(address);
  const title = /<title>([^<]*)<\/title>/.exec(await response.text())?.[1] ?? '';
  return { address, status: response.status, location: response.headers.get('location'), title };
}

/** How an address is answered that is not for this reader, or leads on; null for a page. */
function expectedAway(
  entry: RouteEntry,
  address: string,
  access: Route['access'],
  values: Record<string, string>,
) {
  if (entry.route.redirect !== undefined) return targetOf(entry, values);
  if (rankOf(entry) <= RANKS.indexOf(access)) return null;
  return access === 'visitor'
    ? `${site.pages.login}?from=${encodeURIComponent(address)}`
    : site.pages.notFound;
}

/** What is wrong with the answer to a page; '' when nothing is. */
function faultOf({ status, title }: Answered, { path }: RouteEntry): string {
  const isGone = path === site.pages.notFound || title.startsWith(site.texts.gone);
  if (!title.endsWith(site.title)) return `its title is ${title}`;
  return status === (isGone ? 404 : 200) ? '' : `it is answered ${status}, titled ${title}`;
}

describe.each(WALKERS)('%s at every address, alias and redirect', (_who, account, access) => {
  test('is answered by the page, its redirect, the login, or told that there is none', {
    timeout: 120_000,
  }, async () => {
    const asker = await askerOf(account);
    const faults: string[] = [];
    const entries = askedBy(access);
    await forEach(entries, [1, 2, 3], async (entry) => {
      const values = await valuesFor(entry, registry, asker);
      const address = fill(entry.path, values);
      const answered = await answerOf(asker, address);
      const { location } = answered;
      const away = expectedAway(entry, address, access, values);
      if (isScheduled(entry) && location !== null) return;
      if (away === null && location === null)
        faults.push(faultOf(answered, entry) && `${address}: ${faultOf(answered, entry)}`);
      else if (pathOf(location) !== pathOf(away)) faults.push(`${address} leads to ${location}, not ${away}`);
      if (entry.route.redirect === undefined || rankOf(entry) > RANKS.indexOf(access)) return;
      const next = await answerOf(asker, location ?? '');
      if (next.location === site.pages.notFound)
        faults.push(`${address} leads to ${location}, which is not there`);
    });
    expect(entries.length).toBeGreaterThan(5);
    expect(faults.filter(Boolean)).toEqual([]);
  });
});

/** What tells that a part of the shell is there, as a reader finds it. */
const PARTS: Readonly<Record<string, string>> = {
  header: 'header [role=combobox]',
  'header-login': 'header [aria-label]',
  footer: 'footer',
  toolbar: 'nav[aria-label=快捷工具]',
  'side-nav': 'nav[aria-label=热门专题]',
  'user-nav': 'nav[aria-label=会员中心]',
  'ops-header': 'header',
  'ops-nav': 'nav[aria-label=后台]',
};

/** What a page looks like once it is quiet; read in the browser in one go. */
interface Look {
  path: string;
  title: string;
  headings: number;
  failed: string[];
  parts: string[];
  excess: number;
}

/** Goes to an address as a link does and looks at it. */
async function look(page: Page, address: string): Promise<Look> {
  await arrive(page, address, site.texts.loading);
  return page.evaluate(
    (parts) => ({
      path: location.pathname,
      title: document.title,
      headings: document.querySelectorAll('h1').length,
      failed: Array.from(document.querySelectorAll('main [role=alert]'), (part) => part.textContent ?? ''),
      parts: Object.entries(parts).flatMap(([name, part]) => (document.querySelector(part) ? [name] : [])),
      excess: document.documentElement.scrollWidth - innerWidth,
    }),
    PARTS,
  );
}

/** Any header bears these marks. */
const SHARED_MARKS: ReadonlySet<string> = new Set(['header-login', 'ops-header']);

const partsOf = ({ meta }: Route): string[] =>
  Object.values(meta).filter((name) => typeof name === 'string' && name in PARTS) as string[];

/** What is wrong with how a page looks, in words. */
function faultsOf(seen: Look, address: string, { route }: RouteEntry): string[] {
  const { texts, title } = site;
  const isFixed = route.title !== null && !route.title.includes('$');
  const titles = isFixed ? [`${route.title} - ${title}`, `${texts.gone} - ${title}`] : [seen.title];
  const wanted = partsOf(route);
  const faults = [
    seen.path !== new URL(address, 'http://shop').pathname && `is at ${seen.path}`,
    !(titles.includes(seen.title) && seen.title.endsWith(title)) && `is titled ${seen.title}`,
    seen.headings !== 1 && `has ${seen.headings} h1`,
    seen.failed.length > 0 && `says ${seen.failed.join(' ')}`,
    seen.excess > 0 && `is ${seen.excess} px too wide`,
    ...Object.keys(PARTS).map(
      (name) =>
        !SHARED_MARKS.has(name) &&
        seen.parts.includes(name) !== wanted.includes(name) &&
        `${name} is ${wanted.includes(name) ? 'missing' : 'too much'}`,
    ),
    ...wanted.map((name) => !seen.parts.includes(name) && `${name} is missing`),
  ];
  return faults.filter((fault) => fault !== false).map((fault) => `${address} ${fault}`);
}

describe.each(WALKERS)('%s goes to every page by links', (_who, account, access) => {
  test('each has its title, its heading and what its meta says is around it', {
    timeout: 180_000,
  }, async () => {
    const { page, tab } = await visit({
      ...(account !== undefined && { as: account }),
      expected: /Failed to load resource|EventSource/,
    });
    const asker = await askerOf(account);
    const { context: buyer } = await visit({ as: 'demo' });
    await haveInvoiceRequest(buyer.request);
    const mine = pagesFirstOf(access);
    expect(mine.length).toBeGreaterThan(5);
    const tabs = [page, await tab(), await tab()];
    await Promise.all(tabs.map((each) => each.goto('/404')));
    const faults: string[] = [];
    await forEach(mine, tabs, async (entry, each) => {
      const address = fill(entry.path, await valuesFor(entry, registry, asker));
      faults.push(...faultsOf(await look(each, address), address, entry));
    });
    expect(faults).toEqual([]);
  });
});
