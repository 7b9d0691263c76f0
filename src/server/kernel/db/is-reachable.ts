import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Milliseconds within which the database must answer to count as reachable. */
const TIMEOUT = 2000;

/** Does the database answer at present? */
export async function isReachable(db: Db): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), TIMEOUT);
  });
  const query = sql`SELECT 1`.execute(db).then(
    () => true,
    () => false,
  );
  const reachable = await Promise.race([query, tooLate]);
  clearTimeout(timer);
  return reachable;
}
