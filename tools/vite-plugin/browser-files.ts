import { createHash } from 'node:crypto';
import type { PlacedBlock, PublicRegistry, Registry, Route } from '#generated/schemas.ts';

/** Name -> address of its blocks. */
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

/** What every page needs at once; the blocks of pages and shells are fetched one by one. */
export function publicRegistry({ site, routes, calls, errors, slots, shells }: Registry): PublicRegistry {
  const heads = Object.entries(shells).map(([name, { area, data, types }]) => [name, { area, data, types }]);
  return { site, routes, calls, errors, slots, shells: Object.fromEntries(heads) };
}

/** Names of the calls in a piece of the registry, however deep. */
function* callsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'call' && typeof inner === 'string') yield inner;
    else yield* callsIn(inner);
  }
}

const everyRoute = (routes: readonly Route[]): Route[] =>
  routes.flatMap((route) => [route, ...everyRoute(route.children)]);

/** The registry without the pages of the staff, and without the calls that only these make. */
function withoutStaff(registry: Registry): Registry {
  const routes = registry.routes.filter(({ access }) => access !== 'staff');
  const kept = everyRoute(routes);
  const names = new Set(kept.map(({ name }) => name));
  const around = new Set(kept.flatMap(({ meta }) => Object.values(meta).map(String)));
  const pick = <T>(all: Record<string, T>, wanted: ReadonlySet<string>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(name)));
  const pages = pick(registry.pages, names);
  const shells = pick(registry.shells, around);
  const calls = new Set([registry.site.user.call, ...callsIn([routes, pages, shells])]);
  return { ...registry, routes, pages, shells, calls: pick(registry.calls, calls) };
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

  const bodies = (kind: string, named: Record<string, { blocks: PlacedBlock[] }>) =>
    Object.fromEntries(
      Object.entries(named).map(([name, { blocks }]) => [name, put(`${kind}-${name}`, blocks)]),
    );
  const filesOf = ({ pages, shells }: Registry) => ({
    pages: bodies('page', pages),
    shells: bodies('shell', shells),
  });
  const file = (name: string, part: Registry) =>
    put(name, { registry: publicRegistry(part), files: filesOf(part) });
  return {
    registry: file('registry', registry),
    shop: file('registry-shop', withoutStaff(registry)),
    bodies: filesOf(registry),
    texts,
  };
}
