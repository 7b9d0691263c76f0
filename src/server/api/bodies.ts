import type { FastifyInstance } from 'fastify';
import { type IParseOptions, parse } from 'qs';

/** Bytes of a body: 200 cart lines as a form are about 60 kB; 2,000 ids about 40 kB. */
export const BODY_LIMIT = 1_048_576;

/**
 * Far above what the calls' own `maxItems` allow (2,000 ids; 200 lines of 9 fields), so that those answer first.
 * The library's own defaults cut lists silently, or turn them into tables.
 */
const LIMITS = {
  arrayLimit: 10_000,
  parameterLimit: 20_000,
  depth: 6,
  strictDepth: true,
  throwOnLimitExceeded: true,
} satisfies IParseOptions;

/** The body was not what its content type says. */
export class MalformedBody extends Error {
  readonly statusCode = 400;
}

/** `params[0][goods_id]=1` -> `{ params: [{ goods_id: '1' }] }`. */
function parseForm(text: string): unknown {
  try {
    return parse(text, LIMITS);
  } catch (fault) {
    throw new MalformedBody('the form breaks its limits', { cause: fault });
  }
}

/** Stands for a query that breaks the limits: the router cannot refuse it, so the call does. */
export const MALFORMED_QUERY: Readonly<Record<string, unknown>> = Object.freeze({});

/** Query strings are written like forms. Never throws. */
export function parseQuery(text: string): Record<string, unknown> {
  try {
    return parse(text, LIMITS);
  } catch {
    return MALFORMED_QUERY;
  }
}

/** Whether a text in this input, names included, is one that no form sends and no database keeps: U+0000, half a pair. */
export function holdsNoText(input: unknown): boolean {
  if (typeof input === 'string') return input.includes('\0') || !input.isWellFormed();
  if (typeof input !== 'object' || input === null) return false;
  return Object.entries(input).some(([name, value]) => holdsNoText(name) || holdsNoText(value));
}

/** Bodies come as forms or as JSON (which Fastify reads itself). */
export function registerBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    async (_request: unknown, body: string | Buffer) => parseForm(String(body)),
  );
}
