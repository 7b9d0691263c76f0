import type { ComponentType, ReactNode } from 'react';
import type { PlacedBlock, PublicPage } from '#engine/generated/schemas.ts';
import type { Outcome } from '#engine/runtime/outcome.ts';

/** What a block component gets, whatever its type: `defineBlock` has checked the two against each other. */
export interface AnyBlockProps {
  on: Readonly<Record<string, (payload?: unknown) => Promise<Outcome>>>;
  children: readonly ReactNode[];
  [prop: string]: unknown;
}

/** A block definition, seen from here: its type is known only when the page is. */
export interface BlockComponent {
  Component: ComponentType<AnyBlockProps>;
  Loading?: ComponentType<Record<string, unknown>>;
}

/** What a page asks for and shows. */
export type PagePart = Omit<PublicPage, 'calls'>;

/** How the parts of the shop are fetched; undefined for what does not exist. */
export interface CodeSources {
  page: (name: string) => Promise<PagePart | undefined>;
  shell: (name: string) => Promise<PlacedBlock[] | undefined>;
  /** Block type -> its module. */
  block: (type: string) => Promise<{ default: BlockComponent } | undefined>;
}

/** What one view of the shop consists of. */
export interface Parts {
  pages: readonly string[];
  shells: readonly string[];
  /** Block types of the shells; those of the pages are known when these have arrived. */
  types: readonly string[];
}

/** The code that has arrived, so that a page whose parts are all here renders without waiting. */
export interface Code {
  page: (name: string) => PagePart | undefined;
  shell: (name: string) => readonly PlacedBlock[] | undefined;
  block: (type: string) => BlockComponent | undefined;
  /**
   * The arrival of a type's code: the same promise each time, also when it has failed, until `fetchBlock` tries again.
   * Nothing comes for a type that does not exist.
   */
  pending: (type: string) => Promise<void>;
  fetchBlock: (type: string) => Promise<void>;
  /** Fetches pages and shells. Fails when one of them cannot be had. */
  loadBodies: (parts: Parts) => Promise<void>;
  /**
   * Fetches all that is missing, the blocks' code as well. A block's code that cannot be had is that block's trouble; an unknown name is reported by
   * whoever renders it.
   */
  load: (parts: Parts) => Promise<void>;
  /** Puts new bodies in place of the old ones and tells whoever shows them. Answers whether pages ask for other data now. */
  replace: (bodies: {
    pages: Readonly<Record<string, PagePart>>;
    shells: Readonly<Record<string, PlacedBlock[]>>;
  }) => boolean;
  subscribe: (listener: () => void) => () => void;
}

/** Name -> value, each fetched once; a fetch that failed is tried again when `load` next asks for it. */
function createLoader<T>(source: (name: string) => Promise<T | undefined>) {
  const loaded = new Map<string, T>();
  const loading = new Map<string, Promise<void>>();
  const failed = new Set<string>();

  async function fetchOne(name: string): Promise<void> {
    failed.delete(name);
    try {
      const value = await source(name);
      if (value !== undefined && !loaded.has(name)) loaded.set(name, value);
    } catch (fault) {
      failed.add(name);
      throw fault;
    }
  }

  function load(name: string): Promise<void> {
    const known = failed.has(name) ? undefined : loading.get(name);
    const promise = known ?? fetchOne(name);
    loading.set(name, promise);
    return promise;
  }

  /** The arrival, or the failure, that is known already. */
  const promiseOf = (name: string) => loading.get(name) ?? load(name);

  return { here: loaded, load, arrivalOf: promiseOf };
}

const sameText = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export function createCode(sources: CodeSources): Code {
  const pages = createLoader(sources.page);
  const shells = createLoader(sources.shell);
  const blocks = createLoader(async (type) => (await sources.block(type))?.default);
  const listeners = new Set<() => void>();

  const typesOf = ({ pages: names, types }: Parts) => [
    ...new Set([...types, ...names.flatMap((name) => pages.here.get(name)?.types ?? [])]),
  ];

  async function loadBodies(parts: Parts): Promise<void> {
    await Promise.all([...parts.pages.map(pages.load), ...parts.shells.map(shells.load)]);
  }

  return {
    page: (name) => pages.here.get(name),
    shell: (name) => shells.here.get(name),
    block: (type) => blocks.here.get(type),
    pending: blocks.arrivalOf,
    fetchBlock: blocks.load,
    loadBodies,
    async load(parts) {
      await loadBodies(parts);
      await Promise.allSettled(typesOf(parts).map(blocks.load));
    },
    replace(bodies) {
      let dataChanged = false;
      for (const [name, part] of Object.entries(bodies.pages)) {
        const data = pages.here.get(name)?.data;
        const same = sameText(data, part.data);
        dataChanged ||= !same;
        /* Entries that stay the same keep their identity, and with it the answers that are on the screen. */
        pages.here.set(name, same && data ? { ...part, data } : part);
      }
      for (const [name, placed] of Object.entries(bodies.shells)) shells.here.set(name, placed);
      for (const listener of listeners) listener();
      return dataChanged;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
