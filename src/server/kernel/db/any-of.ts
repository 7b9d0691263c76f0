import { type Expression, type SqlBool, sql } from 'kysely';

/** Whether a column holds one of these values; of no values it holds none, where `IN ()` is no SQL. */
export const among = (column: string, values: readonly (string | number)[]): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = ANY(${values})`;
