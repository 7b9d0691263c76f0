import type { Getter } from 'jotai/vanilla';
import type { DataEntry } from '#generated/schemas.ts';
import type { Failure } from '#runtime/answer.ts';
import type { Entries } from '#runtime/holding.ts';
import { reads, resolve } from '#runtime/reference.ts';
import type { Scope } from '#runtime/scope.ts';
import { pageOwner } from './view.ts';
import type { Visit } from './visit.ts';

/** How a call answers about something that does not exist. */
const NOT_THERE = 404;

/** How it answers when it is not told what about. */
const NOT_TOLD = 422;

/** The entries that fetch the ads of slots (the compiler names them so) stand beside what a page is about. */
const isAds = (name: string) => name.startsWith('slot_');

const namesAddress = ({ params, query, body }: DataEntry) =>
  [params, query, body].some((part) => reads(part, 'route') || reads(part, 'query'));

/**
 * What a page is about: the first of its own data entries that the address decides. Undefined for a page that shows the
 * same to every address.
 */
const subjectOf = (entries: Entries): [name: string, entry: DataEntry] | undefined =>
  Object.entries(entries).find(([name, entry]) => !isAds(name) && namesAddress(entry));

/** Whether the address leaves out one of the values that the entry reads of it. */
function leavesOut({ params, query, body }: DataEntry, scope: Scope): boolean {
  const values = [params, query, body].flatMap((part) => Object.values(part ?? {}));
  return values.some(
    (value) => (reads(value, 'route') || reads(value, 'query')) && resolve(value, scope) === undefined,
  );
}

/**
 * Why there is nothing that this page could be about: its subject was answered with 404, or the address does not say what
 * that is and the call needs it. Null when there is.
 */
export function goneFrom(visit: Visit, name: string, read: Getter): Failure | null {
  const holding = visit.holdings.get(pageOwner(name));
  const [subject, entry] = (holding && subjectOf(holding.entries)) ?? [];
  if (subject === undefined || !entry || !holding) return null;
  const { failure } = read(holding.state(subject));
  if (!failure || failure.code === NOT_THERE) return failure;
  const needsMore = failure.kind === 'incomplete' || failure.code === NOT_TOLD;
  return needsMore && leavesOut(entry, read(holding.scope)) ? { ...failure, message: '' } : null;
}

/** The same for the page of a visit and those around it. */
export function isGone(visit: Visit, read: Getter): boolean {
  const { layouts, page } = visit.view;
  return [...layouts, page].some(({ name }) => goneFrom(visit, name, read) !== null);
}
