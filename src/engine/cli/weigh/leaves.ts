import { showableAt } from '#engine/compiler/schedule/window.ts';
import type { Route, SiteConfig } from '#engine/generated/schemas.ts';
import { accessOf } from '#engine/renderer/guard.ts';

/** A page that can be opened, with the pages around it, outermost first. */
export interface Leaf {
  route: Route;
  chain: readonly Route[];
  /** Its path, or its first alias. */
  pattern: string;
  /** The strictest access of it and those around it. */
  access: Route['access'];
}

export function* leavesOf(
  routes: readonly Route[],
  site: SiteConfig,
  chain: readonly Route[] = [],
): Generator<Leaf> {
  for (const route of routes) {
    const pattern = route.path ?? route.alias[0];
    if (route.children.length > 0) yield* leavesOf(route.children, site, [...chain, route]);
    else if (route.redirect === undefined && pattern !== undefined) {
      yield { route, chain, pattern, access: accessOf({ page: route, layouts: chain }, site) };
    }
  }
}

/** A moment (seconds) at which all of these pages are open: now when they are, else the nearest; now when they never are. */
export const momentOf = (routes: readonly Route[], now: number): number =>
  Math.floor(
    showableAt(
      routes.map(({ schedule }) => schedule),
      now * 1000,
    ) / 1000,
  );

/** `/list_info/:id?` -> an address that matches it. */
export const sampleOf = (pattern: string): string => pattern.replace(/:[\w-]+\??/g, '1').replace('*', '1');
