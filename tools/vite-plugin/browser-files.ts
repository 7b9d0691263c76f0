import { createHash } from 'node:crypto';
import type { PlacedBlock, PublicRegistry, Registry } from '#generated/schemas.ts';

/** Name -> address of its blocks. */
export interface BodyFiles {
  pages: Record<string, string>;
  shells: Record<string, string>;
}

/** The compiled config as browsers fetch it: JSON, since it is data. Address -> text. */
export interface BrowserFiles {
  /** Address of the registry, which holds those of the bodies. */
  registry: string;
  bodies: BodyFiles;
  texts: Map<string, string>;
}

/** What every page needs at once; the blocks of pages and shells are fetched one by one. */
export function publicRegistry({ site, routes, calls, errors, slots, shells }: Registry): PublicRegistry {
  const heads = Object.entries(shells).map(([name, { area, data, types }]) => [name, { area, data, types }]);
  return { site, routes, calls, errors, slots, shells: Object.fromEntries(heads) };
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
  const files = { pages: bodies('page', registry.pages), shells: bodies('shell', registry.shells) };
  return { registry: put('registry', { registry: publicRegistry(registry), files }), bodies: files, texts };
}
