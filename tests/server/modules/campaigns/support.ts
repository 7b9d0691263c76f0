import type { Db } from '#server/kernel/db/schema.ts';
import { seedCatalogue } from '#server/seed/index.ts';
import { startApp, type TestApp } from '../../support/app.ts';

/** A shop with the demo shop's first goods and activities. */
export function startZones(total = 400): Promise<TestApp> {
  return startApp({ seed: (db, now) => seedCatalogue(db, { now, goods: total }) });
}

/** The company of a member. */
export async function companyOf(db: Db, username: string): Promise<number> {
  const row = await db
    .selectFrom('members')
    .select('company_id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return row.company_id;
}
