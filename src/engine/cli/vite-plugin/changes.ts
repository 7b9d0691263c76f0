import type { PlacedBlock, PublicPage, PublicRegistry, Registry } from '#engine/generated/schemas.ts';
import { firstRegistry, publicPages, shellBlocks } from './browser-files.ts';

/** What an open page must learn of a new registry. */
export interface Changes {
  registry?: PublicRegistry;
  /** Page name -> the page. */
  pages: Record<string, PublicPage>;
  /** Shell name -> its blocks. */
  shells: Record<string, PlacedBlock[]>;
}

/** What a save has left alone is the same object: the compiler emits anew only what has changed. */
const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);

function changed<T>(before: Record<string, T>, after: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !same(value, before[name])));
}

type Pages = Pick<Registry, 'pages' | 'calls'>;

/** The pages that may be others for a browser, on either side: it has each with the calls that the page makes. */
function touched(before: Pages, after: Pages): [Pages, Pages] {
  if (!same(before.calls, after.calls)) return [before, after];
  const names = Object.keys(after.pages).filter((name) => after.pages[name] !== before.pages[name]);
  const only = ({ pages, calls }: Pages): Pages => ({
    calls,
    pages: Object.fromEntries(names.flatMap((name) => (pages[name] ? [[name, pages[name]]] : []))),
  });
  return [only(before), only(after)];
}

/** The difference of two registries, as small as a save usually is. */
export function changesBetween(before: Registry, after: Registry): Changes {
  const registry = firstRegistry(after);
  const [old, renewed] = touched(before, after);
  return {
    ...(!same(firstRegistry(before), registry) && { registry }),
    pages: changed(publicPages(old), publicPages(renewed)),
    shells: changed(shellBlocks(before), shellBlocks(after)),
  };
}
