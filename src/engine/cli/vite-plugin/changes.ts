import type { PlacedBlock, PublicPage, PublicRegistry, Registry } from '#engine/generated/schemas.ts';
import { firstRegistry, publicPages } from './browser-files.ts';

/** What an open page must learn of a new registry. */
export interface Changes {
  registry?: PublicRegistry;
  /** Page name -> the page. */
  pages: Record<string, PublicPage>;
  /** Shell name -> its blocks. */
  shells: Record<string, PlacedBlock[]>;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function changed<T>(before: Record<string, T>, after: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !same(value, before[name])));
}

const blocksOf = ({ shells }: Registry) =>
  Object.fromEntries(Object.entries(shells).map(([name, { blocks }]) => [name, blocks]));

/** The difference of two registries, as small as a save usually is. */
export function changesBetween(before: Registry, after: Registry): Changes {
  const registry = firstRegistry(after);
  return {
    ...(!same(firstRegistry(before), registry) && { registry }),
    pages: changed(publicPages(before), publicPages(after)),
    shells: changed(blocksOf(before), blocksOf(after)),
  };
}
