import type { Getter } from 'jotai/vanilla';
import type { DataEntry } from '#engine/generated/schemas.ts';
import type { Failure } from '#engine/runtime/answer.ts';
import { reads, resolve } from '#engine/runtime/reference.ts';
import type { Scope } from '#engine/runtime/scope.ts';
import type { Entries } from '../runtime/owner-data.ts';
import { pageOwner } from './view.ts';
import type { Visit } from './visit.ts';

/** How a call answers about something that does not exist. */
const NOT_THERE = 404;

/** How it answers when its parameters cannot name anything. */
const NOT_A_NAME = 422;

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
 * Why there is nothing that this page could be about: its subject was answered with 404, the address says what no subject
 * can be called, or leaves out what the call needs. Null when there is.
 */
export function missingSubject(visit: Visit, name: string, read: Getter): Failure | null {
  const ownerData = visit.dataByOwner.get(pageOwner(name));
  const [subject, entry] = (ownerData && subjectOf(ownerData.entries)) ?? [];
  if (subject === undefined || !entry || !ownerData) return null;
  const { failure } = read(ownerData.state(subject));
  if (!failure || failure.status === NOT_THERE) return failure;
  const unnamed = failure.kind === 'incomplete' && leavesOut(entry, read(ownerData.scope));
  return unnamed || failure.status === NOT_A_NAME ? { ...failure, message: '' } : null;
}

/** The same for the page of a visit and those around it. */
export function isSubjectMissing(visit: Visit, read: Getter): boolean {
  const { layouts, page } = visit.view;
  return [...layouts, page].some(({ name }) => missingSubject(visit, name, read) !== null);
}
