import { sql } from 'kysely';
import { DAY, dayIndex, HOUR } from '#shop/domain/calendar.ts';

/** Days that count as lately, today among them. */
const LATELY = 30;

/** The shop's clock is ahead of seconds since 1970 by so much. */
const OFFSET = 8 * HOUR;

/** SQL: the day of an order, as a number since 1970; of the row of `orders`. */
export const DAY_OF_ORDER = sql<number>`((orders.created_at + ${sql.lit(OFFSET)}) / ${sql.lit(DAY)})::integer`;

/** The first of the days that count as lately, as a number since 1970. */
export const firstLateDay = (now: number): number => dayIndex(now) - LATELY + 1;

/** The first second of such a day. */
export const startOfDay = (day: number): number => day * DAY - OFFSET;
