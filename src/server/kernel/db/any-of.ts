import { type Expression, type SqlBool, sql } from 'kysely';

/** The condition that a column equals one of these values; false for an empty list, for which `IN ()` would be invalid SQL. */
export const isAnyOf = (column: string, values: readonly (string | number)[]): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = ANY(${values})`;
