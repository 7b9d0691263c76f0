import { sql } from 'kysely';
import type { Db } from '../kernel/db/schema.ts';
import { isEmpty, type SeedOptions, seed } from '../seed/index.ts';
import type { ReportLine } from './options.ts';

/** Id of the advisory lock: of several processes that start at once, one seeds. */
const SEED_LOCK = 20_261_101;

/** Seeds an empty database with the demo data, in one transaction. */
export async function seedWhenEmpty(
  db: Db,
  options: Omit<SeedOptions, 'progress'>,
  report: ReportLine,
): Promise<void> {
  const seeded = await db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${SEED_LOCK}::bigint)`.execute(trx);
    if (!(await isEmpty(trx))) return false;
    report('写入演示数据…');
    const progress = (step: string, done: number, total: number) =>
      report(total > 1 ? `  ${step} ${done}/${total}` : `  ${step}`);
    await seed(trx, { ...options, progress });
    return true;
  });
  // Without statistics the planner reads whole tables: lists take four times as long.
  if (seeded) await sql`ANALYZE`.execute(db);
}

/** Whether the database has the demo data. A real shop without `SEED=none` must not show its codes in the outbox. */
export async function showsDemo(db: Db): Promise<boolean> {
  const demo = await db
    .selectFrom('members')
    .innerJoin('companies', 'companies.id', 'members.company_id')
    .select('members.id')
    .where('members.username', '=', 'demo')
    .where('companies.name', 'like', '%（演示）')
    .executeTakeFirst();
  return demo !== undefined;
}
