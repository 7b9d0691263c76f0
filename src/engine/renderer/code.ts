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

/** The data and blocks of a page. */
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

/** The code that is loaded: a page whose parts are all here renders without waiting. */
export interface Code {
  page: (name: string) => PagePart | undefined;
  shell: (name: string) => readonly PlacedBlock[] | undefined;
  block: (type: string) => BlockComponent | undefined;
  /**
   * Resolves when a type's code is loaded: the same promise each time, also when it has failed, until `fetchBlock` tries
   * again. A type that does not exist resolves to nothing.
   */
  pending: (type: string) => Promise<void>;
  fetchBlock: (type: string) => Promise<void>;
  /** Loads pages and shells. Rejects when one of them cannot be loaded. */
  loadBodies: (parts: Parts) => Promise<void>;
  /**
   * Loads all that is missing, the blocks' code as well. A block whose code cannot be loaded fails by itself; an unknown
   * name is reported where it is rendered.
   */
  load: (parts: Parts) => Promise<void>;
  /** The same for what may not be needed: blocks whose code could not be loaded are left until they are. */
  prefetch: (parts: Parts) => Promise<void>;
  /** Replaces bodies and notifies subscribers. Returns whether the data entries of pages have changed. */
  replace: (bodies: {
    pages: Readonly<Record<string, PagePart>>;
    shells: Readonly<Record<string, PlacedBlock[]>>;
  }) => boolean;
  subscribe: (listener: () => void) => () => void;
}

/** Name -> value, each fetched once; a failed fetch is tried again by the next `load`. */
function createLoader<T>(source: (name: string) => Promise<T | undefined>) {
  const loaded = new Map<string, T>();
  const loading = new Map<string, Promise<void>>();
  const failed = new Set<string>();

  async function fetchOne(name: string): Promise<void> {
    failed.delete(name);
    /* A save during development has brought it. */
    if (loaded.has(name)) return;
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

  /** The promise of the last load, also of one that has failed. */
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
    async prefetch(parts) {
      await loadBodies(parts);
      await Promise.allSettled(typesOf(parts).map(blocks.arrivalOf));
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
