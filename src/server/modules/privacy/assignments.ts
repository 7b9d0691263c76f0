import { type RawBuilder, sql } from 'kysely';

/** `column = value, …` of an UPDATE. */
export const assignments = (values: Readonly<Record<string, string | null>>): RawBuilder<unknown> =>
  sql.join(Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
