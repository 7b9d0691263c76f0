import { type Expression, type SqlBool, sql } from 'kysely';

/** Values beyond which a list is sent as an array: the text of its places would be longer than it is worth. */
export const LONGEST_LIST = 64;

/** How many places a list has in the text of a query: a power of two, so that lists make few texts. */
export const placesFor = (values: readonly unknown[]): number => 2 ** Math.ceil(Math.log2(values.length));

/**
 * The condition that a column equals one of these values; false for an empty list, for which `IN ()` would be invalid SQL.
 * PostgreSQL plans such a text once. One with an array (`= ANY`) it plans anew at each execution, since it takes an array
 * whose length it does not know for ten values, and the plan for those that it does know looks cheaper.
 */
export function isAnyOf(
  column: string,
  values: readonly (string | number | Expression<unknown>)[],
): Expression<SqlBool> {
  const ref = sql.ref(column);
  if (values.length === 0) return sql<SqlBool>`false`;
  if (values.length > LONGEST_LIST) return sql<SqlBool>`${ref} = ANY(${values})`;
  const places = Array.from({ length: placesFor(values) }, (_, at) => values[at] ?? values.at(-1));
  return sql<SqlBool>`${ref} IN (${sql.join(places)})`;
}
