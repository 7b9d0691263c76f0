import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** The log of the embedded engine grows until a checkpoint; at 1,000 orders a minute that is some 20 MB. */
const CHECKPOINT_EVERY = 60_000;

/** Removes dead rows and updates statistics: the embedded engine has no autovacuum. */
const VACUUM_EVERY = 30 * 60_000;

/** Runs the maintenance of the embedded engine that a server's background processes do. Returns a function that stops it. */
export function startMaintenance(db: Db, report: (fault: unknown) => void = () => {}): () => void {
  const checkpoint = setInterval(() => void sql`CHECKPOINT`.execute(db).catch(report), CHECKPOINT_EVERY);
  const vacuum = setInterval(() => void sql`VACUUM (ANALYZE)`.execute(db).catch(report), VACUUM_EVERY);
  checkpoint.unref();
  vacuum.unref();
  return () => {
    clearInterval(checkpoint);
    clearInterval(vacuum);
  };
}
