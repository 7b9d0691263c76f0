import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Db } from './schema.ts';

/** The total of a list that never stops growing ends here: nobody turns so many pages, and counting on would read them all. */
const MOST_COUNTED = 10_000;

/** A query for the rows of a list. */
export interface Rows {
  limit: (most: number) => Expression<unknown>;
}

/** The number of rows, up to `MOST_COUNTED`, as part of a statement. */
export const upToMost = (rows: Rows): RawBuilder<number> =>
  sql<number>`(SELECT count(*) FROM ${rows.limit(MOST_COUNTED)} AS counted)`;

/** The number of rows, up to `MOST_COUNTED`. */
export async function countAtMost(db: Db, rows: Rows): Promise<number> {
  const { total } = await db.selectNoFrom(upToMost(rows).as('total')).executeTakeFirstOrThrow();
  return total;
}

/** Whether a row of a list can be in several of its states, or in none of them. */
export interface StateOptions {
  overlap?: boolean;
}

/**
 * How many rows a list has in a state, or in all of them, each up to `MOST_COUNTED`. Every state is counted on its own, as an
 * index finds it: counting them in one pass would read the whole table. All of them are the sum, but where states overlap.
 * @param inState the rows of the list in that state; all of them without one
 */
export async function countEachAtMost<State extends number | string>(
  db: Db,
  states: readonly State[],
  inState: (state?: State) => Rows,
  { overlap = false }: StateOptions = {},
): Promise<(state?: State) => number> {
  const nameOf = (state?: State): string => (state === undefined ? 'all' : `in ${state}`);
  const counted = overlap ? [undefined, ...states] : states;
  const counts: Record<string, number> = await db
    .selectNoFrom(counted.map((state) => upToMost(inState(state)).as(nameOf(state))))
    .executeTakeFirstOrThrow();
  const sum = states.reduce((total, state) => total + (counts[nameOf(state)] ?? 0), 0);
  return (state) => counts[nameOf(state)] ?? (state === undefined ? Math.min(sum, MOST_COUNTED) : 0);
}
