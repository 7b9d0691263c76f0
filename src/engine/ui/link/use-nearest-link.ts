import { use } from 'react';
import { useLocation } from 'react-router-dom';
import { SamePageContext } from './same-page.ts';

/** A link, and the further paths that belong below it. */
interface LinkWithPaths {
  url: string;
  covers?: readonly string[];
}

/**
 * Of these links the first to the page on show; where there is none, the one closest above it: `/orders` for
 * `/orders/12`. Queries do not count.
 */
export function useNearestLink<Found extends LinkWithPaths>(links: readonly Found[]): Found | undefined {
  const { pathname } = useLocation();
  const paths = [pathname, ...use(SamePageContext)];
  let nearest: Found | undefined;
  let depth = 0;
  for (const link of links) {
    const found = Math.max(...[link.url, ...(link.covers ?? [])].map((url) => depthOf(url, paths)));
    if (found > depth) [nearest, depth] = [link, found];
  }
  return nearest;
}

/** How much of the paths an address shares when they are it or below it; 0 for one elsewhere. */
function depthOf(url: string, paths: readonly string[]): number {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  if (paths.includes(path)) return Number.POSITIVE_INFINITY;
  return paths.some((one) => one.startsWith(`${path}/`)) ? path.length : 0;
}
