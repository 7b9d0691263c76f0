import type { BrowserContext, Page } from 'playwright-core';
import { addressesOf, barePath, type SiteAddress } from '#engine/cli/site-addresses.ts';
import type { Registry, Route } from '#engine/generated/schemas.ts';
import { roleNames, VISITOR } from '#engine/runtime/roles.ts';

/** A running shop that pages are opened of. */
export interface OpenedShop {
  url: string;
  /** A Cookie header of an account. */
  logIn: (url: string, username: string) => Promise<string>;
}

/** Whose eyes pages are seen with, and which pages. */
export interface SiteReader {
  /** The role, `visitor` among them. */
  role: string;
  /** The demo account of that role; nobody's when absent. */
  account: string | undefined;
  addresses: readonly SiteAddress[];
}

/** A page, and the path that it is opened by. */
export interface PagePath {
  page: string;
  path: string;
}

/** The least role that may see each page. */
function neededRoles(routes: readonly Route[], site: Registry['site'], around = 0): Map<string, number> {
  const names = roleNames(site);
  return new Map(
    routes.flatMap((route) => {
      const needed = Math.max(around, names.indexOf(route.access));
      return [[route.name, needed] as const, ...neededRoles(route.children, site, needed)];
    }),
  );
}

/** Who looks at what: a visitor and a member at the pages for everybody, each other page those it is for. */
function isFor(needed: number, rank: number, ranks: readonly number[]): boolean {
  const first = ranks.find((each) => each >= needed);
  return rank === first || (needed === 0 && rank === ranks[1]);
}

/** A visitor, a member and staff, each with the pages that they are to see. */
export function siteReaders({ routes, site }: Registry): SiteReader[] {
  const needed = neededRoles(routes, site);
  const names = roleNames(site);
  const roles = [VISITOR, names.at(-2) ?? VISITOR, names.at(-1) ?? VISITOR];
  const ranks = roles.map((role) => names.indexOf(role));
  const pages = addressesOf(routes).filter(({ isRedirect }) => !isRedirect);
  return roles.map((role) => ({
    role,
    account: site.roles[role]?.preview?.account,
    addresses: pages.filter(({ page }) => isFor(needed.get(page) ?? 0, names.indexOf(role), ranks)),
  }));
}

/** Makes a fresh browser profile a reader's. */
export async function enterAs(
  context: BrowserContext,
  { url, logIn }: OpenedShop,
  { account }: SiteReader,
): Promise<void> {
  if (account === undefined) return;
  const [name = '', value = ''] = (await logIn(url, account)).split('=');
  await context.addCookies([{ name, value, url }]);
}

/** Every page without parameters. */
function barePages(addresses: readonly SiteAddress[]): PagePath[] {
  const own = [...Map.groupBy(addresses, ({ page }) => page).values()].flatMap(([first]) => first ?? []);
  return own.flatMap(({ page, pattern }) => {
    const path = barePath(pattern);
    return path === undefined ? [] : { page, path };
  });
}

/** The page of an address, which may have a query; none where this reader is not to see it. */
function pageAt(addresses: readonly SiteAddress[], path: string): PagePath[] {
  const address = addresses.find(({ expression }) => expression.test(path.split('?')[0] ?? ''));
  return address ? [{ page: address.page, path }] : [];
}

/** Which pages of a site are asked for. */
export interface WantedPages {
  /** Only these: parts of names of pages, or addresses that begin with `/`; all pages without any. */
  parts: readonly string[];
  /** Addresses beside those: of pages that no other links to, or of more states of a page. */
  others?: readonly string[];
}

/** The pages that a reader is to see, as far as a path is known: those without parameters, and one of each that they link to. */
export class PageQueue {
  readonly #addresses: readonly SiteAddress[];
  readonly #follows: boolean;
  readonly #waiting: PagePath[];
  readonly #known: Set<string>;

  constructor({ addresses }: SiteReader, { parts, others = [] }: WantedPages) {
    this.#addresses = addresses;
    this.#follows = parts.length === 0;
    const bare = barePages(addresses).filter(
      ({ page }) => this.#follows || parts.some((part) => page.includes(part)),
    );
    const asked = [...parts.filter((part) => part.startsWith('/')), ...others];
    this.#waiting = [...bare, ...asked.flatMap((path) => pageAt(addresses, path))];
    this.#known = new Set(this.#waiting.map(({ page }) => page));
  }

  next(): PagePath | undefined {
    return this.#waiting.shift();
  }

  /** Adds the pages that an open one links to, unless only some were asked for. */
  async addLinksOf(page: Page): Promise<void> {
    if (!this.#follows) return;
    for (const path of await linksOf(page)) {
      const address = this.#addresses.find(({ expression }) => expression.test(path));
      if (!address || this.#known.has(address.page)) continue;
      this.#known.add(address.page);
      this.#waiting.push({ page: address.page, path });
    }
  }

  /** The pages that nothing led to. */
  unknown(): string[] {
    if (!this.#follows) return [];
    const pages = new Set(this.#addresses.map(({ page }) => page));
    return [...pages].filter((page) => !this.#known.has(page));
  }
}

const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLAnchorElement>('a[href]'))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname),
  );
