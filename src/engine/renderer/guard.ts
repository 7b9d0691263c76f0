import type { Route, Schedule, SiteConfig } from '#engine/generated/schemas.ts';
import { readTarget } from '#engine/runtime/link.ts';
import { mayEnter, missingRole, VISITOR } from '#engine/runtime/roles.ts';
import type { PageLocation } from '#engine/runtime/scope.ts';
import type { View } from './view.ts';

/** Whether `now` (seconds) lies in the schedule; no schedule is always open. */
export function isOpen(schedule: Schedule | undefined, now: number): boolean {
  if (!schedule) return true;
  const { from, until } = schedule;
  if (from !== undefined && now < Date.parse(from) / 1000) return false;
  return until === undefined || now < Date.parse(until) / 1000;
}

/**
 * Why a page is not shown under its address: the reader is not identified. That never redirects to the login: a member
 * with a bad connection or a slow server is still a member.
 */
export type WithheldReason = 'unknown';

/** Why a reader may not see a page, with the redirect where there is one; null when they may. */
export type AccessResult = { kind: 'redirect'; to: string } | { kind: WithheldReason } | null;

/** The address to show instead when the page, or a page around it, is closed now. The outermost closed one decides. */
export function closedRedirect({ page, layouts }: View, site: SiteConfig, now: number): string | null {
  const schedule = [...layouts, page].map((one) => one.schedule).find((one) => !isOpen(one, now));
  if (schedule === undefined) return null;
  const { from, before, after } = schedule;
  const isEarly = from !== undefined && now < Date.parse(from) / 1000;
  return (isEarly ? before : after) ?? site.pages.closed;
}

/** When a page that has not begun, nor have those around it, will all be open (seconds); undefined for one that is over. */
function opensAt({ page, layouts }: View, now: number): number | undefined {
  const schedules = [...layouts, page].map(({ schedule }) => schedule);
  const starts = schedules.map((schedule) => Date.parse(schedule?.from ?? '') / 1000 || 0);
  const start = Math.max(...starts);
  return start > now && schedules.every((schedule) => isOpen(schedule, start)) ? start : undefined;
}

/**
 * The redirect of a page that is closed now; null when it is open. The notice of closed pages gets the requested address
 * and when it opens in its query, so that it can go back by itself.
 */
export function scheduleRedirect(view: View, site: SiteConfig, now: number, path: string): string | null {
  const to = closedRedirect(view, site, now);
  const opens = opensAt(view, now);
  return to !== site.pages.closed || opens === undefined
    ? to
    : `${to}?from=${encodeURIComponent(path)}&opens=${opens}`;
}

/**
 * The login page of the main site (spec §6), where this site has none of its own: the redirect from the login address,
 * with the whole address to come back to; null elsewhere.
 */
export function externalLogin(
  { pages, origin = '' }: SiteConfig,
  { path, query }: PageLocation,
): string | null {
  const { loginUrl } = pages;
  if (loginUrl === '' || path.split('?', 1)[0] !== pages.login) return null;
  const from = readTarget(typeof query['from'] === 'string' ? query['from'] : pages.home);
  const back = origin + (from.kind === 'internal' ? from.to : pages.home);
  return withFrom(loginUrl, back);
}

/** An address with the address to come back to in its query. */
const withFrom = (to: string, from: string) =>
  `${to}${to.includes('?') ? '&' : '?'}from=${encodeURIComponent(from)}`;

/** The strictest access of the page and the pages around it. */
export const accessOf = (
  { page, layouts }: Pick<View, 'page' | 'layouts'>,
  site: SiteConfig,
): Route['access'] =>
  [...layouts, page]
    .map(({ access }) => access)
    .reduce((strictest, access) => (mayEnter(strictest, access, site) ? strictest : access));

/**
 * Whether a reader of this role, null when not known, may see a page of that access. `path` is the address with its query, to
 * come back to.
 */
export function checkAccess(
  access: Route['access'],
  role: string | null,
  site: SiteConfig,
  path: string,
): AccessResult {
  if (role === null) return { kind: 'unknown' };
  if (mayEnter(role, access, site)) return null;
  const { login, notFound } = site.pages;
  const page = site.roles[missingRole(role, access, site)]?.page ?? (role === VISITOR ? login : undefined);
  return { kind: 'redirect', to: page === undefined ? notFound : withFrom(page, path) };
}
