import type { SiteConfig } from '#engine/generated/schemas.ts';
import { holds } from './condition.ts';
import { own } from './own.ts';
import type { Viewer } from './scope.ts';

/** The role of a reader who has none of the site's. */
export const VISITOR = 'visitor';

type Roles = Pick<SiteConfig, 'roles'>;

/** The roles of a site, weakest first: each may see what those before it may. */
export const roleNames = ({ roles }: Roles): readonly string[] => [VISITOR, ...Object.keys(roles)];

/** Whether a reader of `role` may see what needs `needed`. A role that the site does not have is never met. */
export function mayEnter(role: string, needed: string, site: Roles): boolean {
  const names = roleNames(site);
  const least = names.indexOf(needed);
  return least !== -1 && names.indexOf(role) >= least;
}

/** The strongest role whose condition holds of the answer of the user call. */
export function roleOf(user: Viewer, site: SiteConfig): string {
  const scope = { route: {}, query: {}, data: {}, user, site, now: 0 };
  const held = Object.entries(site.roles).findLast(([, { when }]) => holds(when, scope));
  return held?.[0] ?? VISITOR;
}

/**
 * The role that a reader lacks for what needs a stronger one: its settings name the page to go to and the notice. A
 * visitor must log in first, whatever the page needs.
 */
export const missingRole = (role: string, needed: string, site: Roles): string =>
  role === VISITOR ? (roleNames(site)[1] ?? needed) : needed;

/** Is it a role of the shop's own people, or stronger than one? */
export function isInternal(role: string, site: Roles): boolean {
  const names = roleNames(site);
  const first = names.findIndex((name) => own(site.roles, name)?.internal);
  return first !== -1 && names.indexOf(role) >= first;
}
