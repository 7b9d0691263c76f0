import { type Expression, sql } from 'kysely';
import type { CallName } from '#generated/calls.ts';
import type { Db } from '../db/schema.ts';
import { publish } from '../db/transaction.ts';

/** Whose open pages are to reload the calls. */
export type Audience = { member: number } | { staff: true } | { everyone: true };

/** What is sent between the processes: names only, so that data still passes the access check of its call. */
export interface ChangeEvent {
  calls: readonly string[];
  to: Audience;
}

/**
 * Publishes that the answers of these calls (declared with `push`) have changed: open pages of the audience load them
 * again, some 200 ms after the commit. Nothing is sent on rollback.
 */
export function publishChange(db: Db, calls: readonly CallName[], to: Audience): Promise<void> {
  const event: ChangeEvent = { calls, to };
  return publish(db, sql<{ text: string }>`SELECT ${JSON.stringify(event)}::text AS text`);
}

/** The same to each member whose `id` the query finds once the work is committed. */
export function publishChangeToEach(
  db: Db,
  calls: readonly CallName[],
  members: Expression<{ id: number }>,
): Promise<void> {
  return publish(
    db,
    sql<{ text: string }>`
      SELECT json_build_object('calls', ${JSON.stringify(calls)}::json,
        'to', json_build_object('member', member.id))::text AS text
      FROM ${members} AS member`,
  );
}

/** Parses an event as `publishChange` wrote it; null for anything else on the channel. */
export function readChangeEvent(text: string): ChangeEvent | null {
  try {
    const event = JSON.parse(text) as Partial<ChangeEvent> | null;
    const known = Array.isArray(event?.calls) && typeof event.to === 'object' && event.to !== null;
    return known ? (event as ChangeEvent) : null;
  } catch {
    return null;
  }
}
