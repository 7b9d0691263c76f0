import type { Route, Schedule, SiteConfig } from '#engine/generated/schemas.ts';
import { readTarget } from '#engine/runtime/link.ts';
import type { Place, Viewer } from '#engine/runtime/scope.ts';
import type { View } from './view.ts';

const RANKS: readonly Viewer['role'][] = ['visitor', 'member', 'approved', 'staff'];

const mayEnter = (access: Route['access'], role: Viewer['role']) =>
  RANKS.indexOf(role) >= RANKS.indexOf(access);

/** Whether `now` (seconds) lies in the schedule; no schedule is always open. */
export function isOpen(schedule: Schedule | undefined, now: number): boolean {
  if (!schedule) return true;
  const { from, until } = schedule;
  if (from !== undefined && now < Date.parse(from) / 1000) return false;
  return until === undefined || now < Date.parse(until) / 1000;
}

/**
 * Why a page is not shown under its address. `unapproved`: the reader is a member whose approval is outstanding.
 * `unknown`: the server has not said who is reading. That sends nobody to the login: a member whose line is bad, or whose
 * server is slow, is still one.
 */
export type Withheld = 'unapproved' | 'unknown';

/** What stands between the reader and a page. */
export type Barrier = { kind: 'redirect'; to: string } | { kind: Withheld } | null;

/** Where the page, or a page around it, is closed now: the address to show instead. The outermost closed one decides. */
export function closedTo({ page, layouts }: View, site: SiteConfig, now: number): string | null {
  const schedule = [...layouts, page].map((one) => one.schedule).find((one) => !isOpen(one, now));
  if (schedule === undefined) return null;
  const { from, before, after } = schedule;
  const isEarly = from !== undefined && now < Date.parse(from) / 1000;
  return (isEarly ? before : after) ?? site.pages.closed;
}

/** When a page that has not begun, nor have those around it, will all be open (seconds); undefined for one that is over. */
function opening({ page, layouts }: View, now: number): number | undefined {
  const schedules = [...layouts, page].map(({ schedule }) => schedule);
  const starts = schedules.map((schedule) => Date.parse(schedule?.from ?? '') / 1000 || 0);
  const start = Math.max(...starts);
  return start > now && schedules.every((schedule) => isOpen(schedule, start)) ? start : undefined;
}

/**
 * Where the opener of a closed page is sent; null when it is open. The notice of closed pages is told what was asked for
 * and when that opens, so that it can turn back by itself.
 */
export function turnedAway(view: View, site: SiteConfig, now: number, path: string): string | null {
  const to = closedTo(view, site, now);
  const opens = opening(view, now);
  return to !== site.pages.closed || opens === undefined
    ? to
    : `${to}?from=${encodeURIComponent(path)}&opens=${opens}`;
}

/**
 * The login page of the main site (spec §6), where this site has none of its own: instead of the page that this place
 * is, with the whole address to come back to.
 */
export function loginElsewhere(
  { pages, contact, origin = '' }: SiteConfig,
  { path, query }: Place,
): string | null {
  const { loginUrl } = contact;
  if (loginUrl === '' || path.split('?', 1)[0] !== pages.login) return null;
  const from = readTarget(typeof query['from'] === 'string' ? query['from'] : pages.home);
  const back = origin + (from.kind === 'internal' ? from.to : pages.home);
  return `${loginUrl}${loginUrl.includes('?') ? '&' : '?'}from=${encodeURIComponent(back)}`;
}

/** The strictest access of the page and the pages around it. */
export function accessOf({ page, layouts }: View): Route['access'] {
  const ranks = [...layouts, page].map(({ access }) => RANKS.indexOf(access));
  return RANKS[Math.max(...ranks)] ?? 'staff';
}

/**
 * Whether this reader, null when not known, may see a page of that access. `path` is the address with its query, to come
 * back to.
 */
export function barrier(
  access: Route['access'],
  viewer: Viewer | null,
  site: SiteConfig,
  path: string,
): Barrier {
  const { login, notFound, unapproved } = site.pages;
  if (viewer === null) return { kind: 'unknown' };
  const { role } = viewer;
  if (mayEnter(access, role)) return null;
  if (access === 'staff' && role !== 'visitor') return { kind: 'redirect', to: notFound };
  if (role === 'visitor') return { kind: 'redirect', to: `${login}?from=${encodeURIComponent(path)}` };
  return unapproved === undefined ? { kind: 'unapproved' } : { kind: 'redirect', to: unapproved };
}
