import { sql } from 'kysely';
import type { CallName } from '#generated/calls.ts';
import { CHANNEL } from '../db/listen.ts';
import type { Db } from '../db/schema.ts';

/** Whose open pages should ask again. */
export type Audience = { member: number } | { staff: true } | { everyone: true };

/** What travels between the processes: names only, so that whoever may hear it still has to ask. */
export interface Notice {
  calls: readonly string[];
  to: Audience;
}

/**
 * Says that these calls (declared with `push`) answer something new. In a transaction it is heard when that commits, and
 * not at all when it is rolled back.
 */
export async function tell(db: Db, calls: readonly CallName[], to: Audience): Promise<void> {
  const notice: Notice = { calls, to };
  await sql`SELECT pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`.execute(db);
}

/** A notice as `tell` wrote it; null for what another has sent on the same channel. */
export function readNotice(text: string): Notice | null {
  try {
    const notice = JSON.parse(text) as Partial<Notice> | null;
    const known = Array.isArray(notice?.calls) && typeof notice.to === 'object' && notice.to !== null;
    return known ? (notice as Notice) : null;
  } catch {
    return null;
  }
}
