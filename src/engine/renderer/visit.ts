import { redirect } from 'react-router-dom';
import type { Route } from '#engine/generated/schemas.ts';
import { asRecord } from '#engine/runtime/input.ts';
import { resolve } from '#engine/runtime/reference.ts';
import { mayEnter, VISITOR } from '#engine/runtime/roles.ts';
import { type PageLocation, readQuery } from '#engine/runtime/scope.ts';
import type { PrepareOptions, Session } from '#engine/runtime/session.ts';
import type { Entries, OwnerData } from '../runtime/owner-data.ts';
import type { Code } from './code.ts';
import {
  type AccessResult,
  accessOf,
  checkAccess,
  closedRedirect,
  externalLogin,
  scheduleRedirect,
  type WithheldReason,
} from './guard.ts';
import { ownersOf, partsOf, type View } from './view.ts';

/** A view with the data that it shows: what a route's loader hands to the components. */
export interface Visit {
  view: View;
  location: PageLocation;
  /** Why the page is not shown; null when it is. */
  withheld: WithheldReason | null;
  /** Owner -> its data. Kept here, so that a page which is being left still draws from its own. */
  dataByOwner: ReadonlyMap<string, OwnerData>;
}

export function locationOf(url: URL, route: PageLocation['route']): PageLocation {
  return { path: url.pathname + url.search, route, query: readQuery(url.searchParams) };
}

/** Stores the values that the page, and the pages around it, remember of a visit. */
function remember(session: Session, { page, layouts }: View, { route, query }: PageLocation): void {
  for (const { remember: values } of [...layouts, page]) {
    if (!values) continue;
    const site = session.store.get(session.siteNow);
    session.remember(
      asRecord(
        resolve(values, { route, query, data: {}, user: site.user.visitor, site, now: session.clock.now() }),
      ),
    );
  }
}

/** A withheld page requests no data, nor do the pages around it. */
const NOTHING: Entries = {};

/** Shows a view whose pages are loaded: requests all its data, but for the answers that came with the rendered page. */
export function openVisit(
  session: Session,
  code: Code,
  view: View,
  location: PageLocation,
  withheld: WithheldReason | null = null,
): Visit {
  /* The guard has requested the viewer, and its answer shows in references to `$user`. */
  if (view.page.meta.baseUser || accessOf(view, session.site) !== VISITOR) void session.identify();
  remember(session, view, location);
  const owners = ownersOf(view, (name) => (withheld === null ? code.page(name)?.data : NOTHING));
  return { view, location, withheld, dataByOwner: session.show(location, owners) };
}

/**
 * Requests the data of a page that will probably be shown at once, with `early` of one that may be shown some time; nothing
 * where the page is closed or the reader is not known to be let in, and nothing of the page itself where its body is not here
 * yet.
 */
export function prepareVisit(
  session: Session,
  code: Code,
  view: View,
  location: PageLocation,
  options?: PrepareOptions,
): void {
  const { site, store, role, clock } = session;
  if (!mayEnter(store.get(role), accessOf(view, site), site)) return;
  if (closedRedirect(view, site, clock.now()) !== null) return;
  const owners = ownersOf(view, (name) => code.page(name)?.data);
  session.prepare(location, owners, options);
}

/** Resolves in a task of its own, after the event that is being handled. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Resolves with the promise, but after so many ms at the latest, and never while an event is handled: what React draws then has
 * its effects run before the browser has laid it out, and an effect that reads a position has all of it laid out twice.
 */
async function within(time: number, promise: Promise<void>): Promise<void> {
  if (time === 0) return;
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, time);
  await Promise.all([nextTask(), Promise.race([promise, late.promise])]);
  clearTimeout(timer);
}

/**
 * The loader of every page: the reader and the page's body are loaded together, then its data and the code of its
 * blocks. The code is waited for, the data for no longer than `patience` (ms): a page that is shown without is drawn twice. A
 * closed page, or one that is not for this reader, redirects before any of its data is requested.
 */
export async function loadVisit(
  session: Session,
  code: Code,
  view: View,
  location: PageLocation,
  patience: number,
): Promise<Visit | Response> {
  const target =
    scheduleRedirect(view, session.site, session.clock.now(), location.path) ??
    externalLogin(session.site, location);
  if (target !== null) return redirect(target);
  const access = accessOf(view, session.site);
  const parts = partsOf(view);
  const [found] = await Promise.all([
    access === VISITOR ? null : checkReader(access),
    code.loadBodies(parts),
  ]);
  if (found?.kind === 'redirect') return redirect(found.to);
  const opened = openVisit(session, code, view, location, found?.kind);
  await Promise.all([code.load(parts), within(patience, session.answered())]);
  return opened;

  async function checkReader(needed: Route['access']): Promise<AccessResult> {
    return checkAccess(needed, await session.identify({ again: true }), session.site, location.path);
  }
}
