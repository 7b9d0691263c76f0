import { type Kysely, sql } from 'kysely';

/** Which kinds of promotions are flash sales stands in `src/domain/promotions` alone, so no view names them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP VIEW spikes`.execute(db);
}
