import type { LogConfig } from 'kysely';
import { currentCall } from './current-call.ts';

/** A statement that took long. Its text has no values: they are sent apart. */
export interface SlowQuery {
  sql: string;
  milliseconds: number;
  /** The call that waited for it; none in a job. */
  call: string | undefined;
  request: string | undefined;
}

/** Which statements are slow, and who hears of them. */
export interface SlowQueryWatch {
  /** Milliseconds. */
  after: number;
  report: (query: SlowQuery) => void;
}

/** Longest text that is reported: a list of parameters may be long. */
const LONGEST = 2000;

export const slowQueryLog =
  ({ after, report }: SlowQueryWatch): LogConfig =>
  ({ level, query, queryDurationMillis }) => {
    if (level !== 'query' || queryDurationMillis < after) return;
    const { call, request } = currentCall.getStore() ?? {};
    report({
      sql: query.sql.slice(0, LONGEST),
      milliseconds: Math.round(queryDurationMillis),
      call,
      request,
    });
  };
