import { createHash } from 'node:crypto';
import type { RegistryFile } from '#engine/app/config-files.ts';
import type {
  PlacedBlock,
  PublicPage,
  PublicRegistry,
  Registry,
  Route,
  ShellBody,
  SiteConfig,
} from '#engine/generated/schemas.ts';
import { API_MOUNT, isForwarded } from '#engine/runtime/api-base.ts';
import { conventionsOf } from '#engine/runtime/format/conventions.ts';
import { isInternal } from '#engine/runtime/roles.ts';

/** The compiled config as browsers fetch it: JSON, since it is data. Address -> text. */
export interface BrowserFiles {
  /** Address of the registry, which holds those of the pages, and whatever several pages share. */
  registry: string;
  /** Address of the registry without what is for staff only, which most readers never see. */
  shop: string;
  /** Page name -> address. */
  pages: Record<string, string>;
  texts: Map<string, string>;
}

const headOf = ({ area, data, types }: ShellBody) => ({ area, data, types });

/** What every visit needs at once, with all calls. */
export function publicRegistry({ site, routes, calls, errors, shells }: Registry): PublicRegistry {
  const heads = Object.entries(shells).map(([name, shell]) => [name, headOf(shell)]);
  return {
    site: publicSite(site),
    conventions: conventionsOf(site),
    routes,
    calls,
    errors,
    shells: Object.fromEntries(heads),
  };
}

/** A site without what is there for the compiler alone, nor what only a host that forwards its calls needs to know. */
function publicSite({ budgets: _budgets, checks: _checks, ...site }: SiteConfig): SiteConfig {
  if (!isForwarded(site.api)) return site;
  return { ...site, api: { ...site.api, base: API_MOUNT, headers: {} } };
}

/** Names of the calls in a piece of the registry, however deep. */
function* callsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'call' && typeof inner === 'string') yield inner;
    else yield* callsIn(inner);
  }
}

type Calls = Registry['calls'];

/** Those of the calls that a piece of the registry makes. */
function callsOf(piece: unknown, calls: Calls): Calls {
  const names = new Set(callsIn(piece));
  return Object.fromEntries(Object.entries(calls).filter(([name]) => names.has(name)));
}

/** The registry as a browser begins with it: the calls of a page come with that page, and only a server plays readers. */
export function firstRegistry(registry: Registry): PublicRegistry {
  const { shells, site, calls } = registry;
  const roles = Object.entries(site.roles).map(([name, { preview: _preview, ...role }]) => [name, role]);
  return {
    ...publicRegistry(registry),
    site: { ...publicSite(site), roles: Object.fromEntries(roles) },
    calls: callsOf([shells, { call: site.user.call }], calls),
  };
}

/** Name -> page, each with the calls that it makes. */
export function publicPages({ pages, calls }: Pick<Registry, 'pages' | 'calls'>): Record<string, PublicPage> {
  const parts = Object.entries(pages).map(([name, { data, types, blocks }]): [string, PublicPage] => [
    name,
    { data, types, blocks, calls: callsOf([data, blocks], calls) },
  ]);
  return Object.fromEntries(parts);
}

const pick = <T>(all: Record<string, T>, names: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));

/** Shell name -> its blocks. */
export const shellBlocks = ({ shells }: Registry): Record<string, PlacedBlock[]> =>
  Object.fromEntries(Object.entries(shells).map(([name, { blocks }]) => [name, blocks]));

const everyRoute = (routes: readonly Route[]): Route[] =>
  routes.flatMap((route) => [route, ...everyRoute(route.children)]);

/** The registry without the pages of the staff, and the shells that only these show. */
function withoutStaff(registry: Registry): Registry {
  const routes = registry.routes.filter(({ access }) => !isInternal(access, registry.site));
  const kept = everyRoute(routes);
  const names = new Set(kept.map(({ name }) => name));
  const around = new Set(kept.flatMap(({ meta }) => Object.values(meta).map(String)));
  return { ...registry, routes, pages: pick(registry.pages, names), shells: pick(registry.shells, around) };
}

type Address = (name: string, text: string) => string;

/** For a build: a name that changes with the content, so that it can be kept forever. */
export const hashed: Address = (name, text) =>
  `/assets/${name}-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.json`;

/** In development: the content of the moment. */
export const current: Address = (name) => `/@storewright/${name}.json`;

export function browserFiles(registry: Registry, address: Address): BrowserFiles {
  const texts = new Map<string, string>();

  function put(name: string, value: unknown): string {
    const text = JSON.stringify(value);
    const url = address(name, text);
    texts.set(url, text);
    return url;
  }

  const bodies = publicPages(registry);
  const withPages = new Set(
    everyRoute(registry.routes).flatMap(({ name, children }) => (children.length > 0 ? name : [])),
  );
  const single = Object.entries(bodies).filter(([name]) => !withPages.has(name));
  const pages = Object.fromEntries(single.map(([name, page]) => [name, put(`page-${name}`, page)]));
  const file = (name: string, part: Registry) => {
    const names = new Set(Object.keys(part.pages));
    return put(name, {
      registry: firstRegistry(part),
      layouts: pick(pick(bodies, withPages), names),
      shells: shellBlocks(part),
      files: pick(pages, names),
    } satisfies RegistryFile);
  };
  return {
    registry: file('registry', registry),
    shop: file('registry-shop', withoutStaff(registry)),
    pages,
    texts,
  };
}
