import type { Registry } from '#engine/generated/schemas.ts';

/** A call as it is offered. */
export interface OfferedCall {
  name: string;
  description: string;
  method: string;
  path: string;
  /** The page has data of it. */
  isOnPage: boolean;
}

/** The calls in whose name, words or address each word of a query occurs; those of the page come first. */
export function findCalls(
  { contracts }: Pick<Registry, 'contracts'>,
  query: string,
  onPage: ReadonlySet<string>,
): OfferedCall[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const all = Object.entries(contracts).flatMap(([name, { description, method, path }]) => {
    const text = `${name} ${description} ${path}`.toLowerCase();
    const isFound = words.every((word) => text.includes(word));
    return isFound ? [{ name, description, method, path, isOnPage: onPage.has(name) }] : [];
  });
  return all.toSorted((a, b) => Number(b.isOnPage) - Number(a.isOnPage) || (a.name < b.name ? -1 : 1));
}
