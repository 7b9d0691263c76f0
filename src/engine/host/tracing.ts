import type { FastifyInstance } from 'fastify';

/** What is said of a piece of work: names that the program has chosen, never values of a request. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  name: string;
  /** `client`: something outside is waited for, and only as part of other work; `internal` when left out. */
  kind?: 'internal' | 'client';
  attributes?: SpanAttributes;
}

/** How a process tells where its requests spend their time. */
export interface Tracing {
  /** Every request is a span from now on, part of its caller's trace where it has one. Before all other hooks. */
  register(app: FastifyInstance): void;
  /** Does the work as a span within what is under way. @param describe what is known of it only at its end */
  inSpan<T>(start: SpanStart, work: () => Promise<T>, describe?: (result: T) => SpanAttributes): Promise<T>;
}

/** One for the process, as its log: what is deep below a request is told nothing of it. */
let current: Tracing | null = null;

/** @param tracing null to end it */
export function setTracing(tracing: Tracing | null): void {
  current = tracing;
}

export const tracingOf = (): Tracing | null => current;

/** Does the work, as a span where the process is traced. */
export function inSpan<T>(
  start: SpanStart,
  work: () => Promise<T>,
  describe?: (result: T) => SpanAttributes,
): Promise<T> {
  return current === null ? work() : current.inSpan(start, work, describe);
}
