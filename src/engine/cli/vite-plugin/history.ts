import type { Registry } from '#engine/generated/schemas.ts';

/** How many editions a page that is being opened may lag behind before it is loaded anew instead. */
const KEPT = 20;

/** The registries that pages were rendered from, so that a page can be brought from the one it shows to the last one. */
export interface History {
  /** The name of the last edition; another one in each process. */
  edition(): string;
  /** Makes `registry` the next edition. */
  add(registry: Registry): void;
  /** Undefined when it is too old, or of another process. */
  registryOf(edition: string): Registry | undefined;
}

export function createHistory(): History {
  const process = Date.now().toString(36);
  const kept = new Map<string, Registry>();
  let count = 0;
  const edition = () => `${process}-${count}`;

  return {
    edition,
    add(registry) {
      count += 1;
      kept.set(edition(), registry);
      kept.delete(`${process}-${count - KEPT}`);
    },
    registryOf: (name) => kept.get(name),
  };
}
