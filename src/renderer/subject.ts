import type { Atom } from 'jotai/vanilla';
import type { DataEntry, Route } from '#generated/schemas.ts';
import type { Failure } from '#runtime/answer.ts';
import type { DataState } from '#runtime/cells.ts';
import { reads } from '#runtime/reference.ts';
import { pageOwner } from './view.ts';
import type { Visit } from './visit.ts';

/** The code of a call about something that does not exist. */
const NOT_THERE = 404;

/** The entries that fetch the ads of slots (the compiler names them so) stand beside what a page is about. */
const isAds = (name: string) => name.startsWith('slot_');

const namesAddress = ({ params, query, body }: DataEntry) =>
  [params, query, body].some((part) => reads(part, 'route') || reads(part, 'query'));

/**
 * What a page is about: the first of its own data entries that the address decides. Undefined for a page that shows the
 * same to every address.
 */
const subjectOf = ({ data }: Route): string | undefined =>
  Object.entries(data).find(([name, entry]) => !isAds(name) && namesAddress(entry))?.[0];

/** The page with this name, or null where it stands around nothing and is not part of the visit. */
const routeOf = ({ view }: Visit, name: string) =>
  [...view.layouts, view.page].find((route) => route.name === name);

/** Why there is nothing that this page could be about: its subject was answered with 404. Null when there is. */
export function goneFrom(
  visit: Visit,
  name: string,
  read: (state: Atom<DataState>) => DataState,
): Failure | null {
  const route = routeOf(visit, name);
  const subject = route && subjectOf(route);
  const holding = visit.holdings.get(pageOwner(name));
  if (subject === undefined || !holding) return null;
  const { failure } = read(holding.state(subject));
  return failure?.code === NOT_THERE ? failure : null;
}

/** The same for the page of a visit and those around it. */
export function isGone(visit: Visit, read: (state: Atom<DataState>) => DataState): boolean {
  const { layouts, page } = visit.view;
  return [...layouts, page].some(({ name }) => goneFrom(visit, name, read) !== null);
}
