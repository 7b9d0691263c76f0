import type { Route, SiteConfig } from '#engine/generated/schemas.ts';
import { own } from '#engine/runtime/own.ts';
import { resolveString } from '#engine/runtime/reference.ts';
import type { PageLocation } from '#engine/runtime/scope.ts';

/** Adds the query of the requested address to the one of the target. */
function withQueryOf(target: string, search: string): string {
  const [path = '', hash] = target.split('#', 2);
  const joined = search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search.slice(1)}`;
  return hash === undefined ? joined : `${joined}#${hash}`;
}

/** Parameters that a target names as the router does; what the address leaves out is left out. */
const withParams = (target: string, params: Readonly<Record<string, string | undefined>>) =>
  target.replace(/\/:(\w+)\??/g, (_, name: string) => {
    const value = own(params, name);
    return value === undefined ? '' : `/${encodeURIComponent(value)}`;
  });

/** The address that a redirect page leads to from `location`; `now` in seconds. */
export function redirectedTo(
  { to }: NonNullable<Route['redirect']>,
  { path, route, query }: PageLocation,
  site: SiteConfig,
  now: number,
): string {
  const scope = { route, query, data: {}, user: site.user.visitor, site, now };
  const mark = path.indexOf('?');
  return withQueryOf(withParams(resolveString(to, scope), route), mark === -1 ? '' : path.slice(mark));
}
