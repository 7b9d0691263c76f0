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

/** Hears of each statement that was answered, with its values and the milliseconds that it took. */
export type Observer = (statement: {
  text: string;
  values: readonly unknown[];
  milliseconds: number;
}) => void;

/** Reports those that are slow. */
export const slowQueryLog =
  ({ after, report }: SlowQueryWatch): Observer =>
  ({ text, milliseconds }) => {
    if (milliseconds < after) return;
    const { call, request } = currentCall.getStore() ?? {};
    report({ sql: text.slice(0, LONGEST), milliseconds: Math.round(milliseconds), call, request });
  };
