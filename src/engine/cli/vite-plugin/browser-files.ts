import { createHash } from 'node:crypto';
import type {
  PublicPage,
  PublicRegistry,
  Registry,
  Route,
  ShellBody,
  SiteConfig,
} from '#engine/generated/schemas.ts';
import { API_MOUNT, isForwarded } from '#engine/runtime/api-base.ts';
import { isInternal } from '#engine/runtime/roles.ts';

/** Name -> address. */
export interface BodyFiles {
  pages: Record<string, string>;
  shells: Record<string, string>;
}

/** The compiled config as browsers fetch it: JSON, since it is data. Address -> text. */
export interface BrowserFiles {
  /** Address of the registry, which holds those of the bodies. */
  registry: string;
  /** Address of the registry without what is for staff only, which most readers never see. */
  shop: string;
  bodies: BodyFiles;
  texts: Map<string, string>;
}

const headOf = ({ area, data, types }: ShellBody) => ({ area, data, types });

/** What every visit needs at once, with all calls. */
export function publicRegistry({ site, routes, calls, errors, shells }: Registry): PublicRegistry {
  const heads = Object.entries(shells).map(([name, shell]) => [name, headOf(shell)]);
  return { site: publicSite(site), routes, calls, errors, shells: Object.fromEntries(heads) };
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
export function publicPages({ pages, calls }: Registry): Record<string, PublicPage> {
  const parts = Object.entries(pages).map(([name, { data, types, blocks }]): [string, PublicPage] => [
    name,
    { data, types, blocks, calls: callsOf([data, blocks], calls) },
  ]);
  return Object.fromEntries(parts);
}

const everyRoute = (routes: readonly Route[]): Route[] =>
  routes.flatMap((route) => [route, ...everyRoute(route.children)]);

/** The registry without the pages of the staff, and the shells that only these show. */
function withoutStaff(registry: Registry): Registry {
  const routes = registry.routes.filter(({ access }) => !isInternal(access, registry.site));
  const kept = everyRoute(routes);
  const names = new Set(kept.map(({ name }) => name));
  const around = new Set(kept.flatMap(({ meta }) => Object.values(meta).map(String)));
  const pick = <T>(all: Record<string, T>, wanted: ReadonlySet<string>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(name)));
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

  const putAll = (kind: string, named: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(named).map(([name, value]) => [name, put(`${kind}-${name}`, value)]));
  const bodies = {
    pages: putAll('page', publicPages(registry)),
    shells: putAll(
      'shell',
      Object.fromEntries(Object.entries(registry.shells).map(([name, { blocks }]) => [name, blocks])),
    ),
  };
  const only = (urls: Record<string, string>, named: object) =>
    Object.fromEntries(Object.entries(urls).filter(([name]) => Object.hasOwn(named, name)));
  const file = (name: string, part: Registry) =>
    put(name, {
      registry: firstRegistry(part),
      files: { pages: only(bodies.pages, part.pages), shells: only(bodies.shells, part.shells) },
    });
  return {
    registry: file('registry', registry),
    shop: file('registry-shop', withoutStaff(registry)),
    bodies,
    texts,
  };
}
