import { sql } from 'kysely';
import type { CallName } from '#generated/calls.ts';
import { CHANNEL } from '../db/listen.ts';
import type { Db } from '../db/schema.ts';

/** Whose open pages are to reload the calls. */
export type Audience = { member: number } | { staff: true } | { everyone: true };

/** What is sent between the processes: names only, so that data still passes the access check of its call. */
export interface ChangeEvent {
  calls: readonly string[];
  to: Audience;
}

/**
 * Publishes that the answers of these calls (declared with `push`) have changed: open pages of the audience load them
 * again. In a transaction it is delivered on commit, and dropped on rollback.
 */
export async function publishChange(db: Db, calls: readonly CallName[], to: Audience): Promise<void> {
  const event: ChangeEvent = { calls, to };
  await sql`SELECT pg_notify(${CHANNEL}, ${JSON.stringify(event)})`.execute(db);
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
