import { type Expression, type SqlBool, sql } from 'kysely';

/** Values beyond which a list is sent as an array: the text of its places would be longer than it is worth. */
const LONG = 64;

/** How many places a list has in the text of a query: a power of two, so that lists make few texts. */
export const placesFor = (values: readonly unknown[]): number => 2 ** Math.ceil(Math.log2(values.length));

/**
 * The condition that a column equals one of these values; false for an empty list, for which `IN ()` would be invalid SQL.
 * PostgreSQL plans such a text once. One with an array (`= ANY`) it plans anew at each execution, since it takes an array
 * whose length it does not know for ten values, and the plan for those that it does know looks cheaper.
 */
export const isAnyOf = (column: string, values: readonly (string | number)[]): Expression<SqlBool> =>
  isAnyOfPlaces(column, values, { place: (at) => values[at] ?? values.at(-1), whole: values });

/** The same with what stands for the values: for each of its places, and for all of them as one array. */
export function isAnyOfPlaces(
  column: string,
  values: readonly unknown[],
  { place, whole }: { place: (at: number) => unknown; whole: unknown },
): Expression<SqlBool> {
  const ref = sql.ref(column);
  if (values.length === 0) return sql<SqlBool>`false`;
  if (values.length > LONG) return sql<SqlBool>`${ref} = ANY(${whole})`;
  const places = Array.from({ length: placesFor(values) }, (_, at) => place(at));
  return sql<SqlBool>`${ref} IN (${sql.join(places)})`;
}
