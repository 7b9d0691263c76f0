import { type Expression, type RawBuilder, sql } from 'kysely';
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
  const text = JSON.stringify(event);
  return publish(db, { key: text, query: () => sql<{ text: string }>`SELECT ${text}::text AS text` });
}

/** Which of a company's members. */
export interface MembersOfCompany {
  name: string;
  /** Query of their `id`. */
  select: (db: Db, companyId: number) => Expression<{ id: number }>;
}

/** The same to each of these members of a company, as they are found once the work is committed. */
export function publishChangeToEach(
  db: Db,
  calls: readonly CallName[],
  { name, select }: MembersOfCompany,
  companyId: number,
): Promise<void> {
  const text = JSON.stringify(calls);
  const query = (on: Db): RawBuilder<{ text: string }> => sql`
    SELECT json_build_object('calls', ${text}::json, 'to', json_build_object('member', member.id))::text AS text
    FROM ${select(on, companyId)} AS member`;
  return publish(db, { key: `${name} ${companyId} ${text}`, query });
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
