import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyServerOptions } from 'fastify';

/** From the worst to what only a developer reads; `silent` is nothing at all. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** How a server writes its log: JSON, a line each. */
export interface LogSettings {
  level: LogLevel;
  /** Standard error when left out. */
  stream?: { write(line: string): void };
}

export const DEFAULT_LOG: LogSettings = { level: 'warn' };

/** W3C Trace Context; zeros alone are no trace. */
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** The trace that a caller says a request belongs to. */
export const traceOf = (headers: IncomingHttpHeaders): string | undefined =>
  TRACEPARENT.exec(String(headers['traceparent'] ?? ''))?.[1];

/** Every line of a request carries its id, and the trace that it is part of. */
export const requestLogger: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  logger,
  bindings,
  options,
  { headers },
) => {
  const trace = traceOf(headers);
  return logger.child({ ...bindings, ...(trace !== undefined && { trace }) }, options);
};
