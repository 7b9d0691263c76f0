import type { ComponentType, ReactNode } from 'react';
import type { PlacedBlock } from '#generated/schemas.ts';
import type { Outcome } from '#runtime/outcome.ts';

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

/** How the parts of the shop are fetched; undefined for what does not exist. */
export interface CodeSources {
  page: (name: string) => Promise<PlacedBlock[]> | undefined;
  shell: (name: string) => Promise<PlacedBlock[]> | undefined;
  /** Block type -> its module. */
  blocks: Readonly<Record<string, () => Promise<{ default: BlockComponent }>>>;
}

/** What one view of the shop consists of. */
export interface Parts {
  pages: readonly string[];
  shells: readonly string[];
  blocks: readonly string[];
}

/** The code that has arrived, so that a page whose parts are all here renders without waiting. */
export interface Code {
  page: (name: string) => readonly PlacedBlock[] | undefined;
  shell: (name: string) => readonly PlacedBlock[] | undefined;
  block: (type: string) => BlockComponent | undefined;
  /** The arrival of a type's code, the same promise until then. */
  coming: (type: string) => Promise<void>;
  /** Whether a type exists at all; its code may not be here yet. */
  knows: (type: string) => boolean;
  /**
   * Fetches what is missing, all at once. Fails when a page or a shell cannot be had. A block's code that cannot be had
   * is that block's trouble; an unknown name is reported by whoever renders it.
   */
  load: (parts: Partial<Parts>) => Promise<void>;
  /** Puts new bodies in place of the old ones and tells whoever shows them. */
  replace: (bodies: { pages: Record<string, PlacedBlock[]>; shells: Record<string, PlacedBlock[]> }) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Name -> value, each fetched once; a fetch that failed is tried again when it is next asked for. */
function shelf<T>(source: (name: string) => Promise<T> | undefined) {
  const here = new Map<string, T>();
  const coming = new Map<string, Promise<void>>();

  async function keep(name: string, value: Promise<T>): Promise<void> {
    try {
      const arrived = await value;
      if (!here.has(name)) here.set(name, arrived);
    } finally {
      coming.delete(name);
    }
  }

  return {
    here,
    load: (name: string): Promise<void> => {
      if (here.has(name)) return Promise.resolve();
      const pending = coming.get(name);
      if (pending) return pending;
      const value = source(name);
      if (!value) return Promise.resolve();
      const kept = keep(name, value);
      coming.set(name, kept);
      return kept;
    },
  };
}

const moduleOf = ({ blocks }: CodeSources, type: string) =>
  Object.hasOwn(blocks, type) ? blocks[type] : undefined;

export function createCode(sources: CodeSources): Code {
  const pages = shelf(sources.page);
  const shells = shelf(sources.shell);
  const blocks = shelf((type) => moduleOf(sources, type)?.().then((module) => module.default));
  const listeners = new Set<() => void>();
  return {
    page: (name) => pages.here.get(name),
    shell: (name) => shells.here.get(name),
    block: (type) => blocks.here.get(type),
    coming: blocks.load,
    knows: (type) => moduleOf(sources, type) !== undefined,
    async load(parts) {
      await Promise.all([
        ...(parts.pages ?? []).map(pages.load),
        ...(parts.shells ?? []).map(shells.load),
        Promise.allSettled((parts.blocks ?? []).map(blocks.load)),
      ]);
    },
    replace(bodies) {
      for (const [name, blocks] of Object.entries(bodies.pages)) pages.here.set(name, blocks);
      for (const [name, blocks] of Object.entries(bodies.shells)) shells.here.set(name, blocks);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
