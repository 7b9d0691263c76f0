import { type RawBuilder, sql } from 'kysely';

/** The start of the month that a column's seconds lie in, in the shop's zone: what rows of a month are grouped by. */
export const monthStart = (column: string): RawBuilder<unknown> =>
  sql`date_trunc('month', to_timestamp(${sql.ref(column)}) AT TIME ZONE 'Asia/Shanghai')`;

/** `YYYY-MM` of the same, made once for each group: to name the month of every row takes as long as all else. */
export const monthName = (column: string): RawBuilder<string> =>
  sql`to_char(${monthStart(column)}, 'YYYY-MM')`;
