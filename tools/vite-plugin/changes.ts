import type { PlacedBlock, PublicRegistry, Registry } from '#generated/schemas.ts';
import { publicRegistry } from './browser-files.ts';

/** What an open page must learn of a new registry. */
export interface Changes {
  registry?: PublicRegistry;
  /** Page name -> its blocks. */
  pages: Record<string, PlacedBlock[]>;
  /** Shell name -> its blocks. */
  shells: Record<string, PlacedBlock[]>;
}

type Bodies = Record<string, { blocks: PlacedBlock[] }>;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function changedBodies(before: Bodies, after: Bodies): Record<string, PlacedBlock[]> {
  const changed = Object.entries(after).filter(([name, body]) => !same(body.blocks, before[name]?.blocks));
  return Object.fromEntries(changed.map(([name, body]) => [name, body.blocks]));
}

/** The difference of two registries, as small as a save usually is. */
export function changesBetween(before: Registry, after: Registry): Changes {
  const registry = publicRegistry(after);
  return {
    ...(!same(publicRegistry(before), registry) && { registry }),
    pages: changedBodies(before.pages, after.pages),
    shells: changedBodies(before.shells, after.shells),
  };
}
