import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Db } from './schema.ts';

/** The total of a list that never stops growing ends here: nobody turns so many pages, and counting on would read them all. */
const MOST_COUNTED = 10_000;

/** A query for the rows of a list. */
interface Rows {
  limit: (most: number) => Expression<unknown>;
}

/** The number of rows, up to `MOST_COUNTED`, as part of a statement. */
const upToMost = (rows: Rows): RawBuilder<number> =>
  sql<number>`(SELECT count(*) FROM ${rows.limit(MOST_COUNTED)} AS counted)`;

/** The number of rows, up to `MOST_COUNTED`. */
export async function countAtMost(db: Db, rows: Rows): Promise<number> {
  const { total } = await db.selectNoFrom(upToMost(rows).as('total')).executeTakeFirstOrThrow();
  return total;
}
