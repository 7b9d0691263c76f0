import type { FastifyInstance } from 'fastify';
import { type IParseOptions, parse } from 'qs';

/** Bytes of a body at most: 200 cart lines as a form are about 60 kB; 2,000 ids about 40 kB. */
export const BODY_LIMIT = 1_048_576;

/** Nesting of a body or a query at most (`a[b][c]` has two levels); more than any call has. */
const DEPTH = 6;

/**
 * Far above what the calls' own `maxItems` allow (2,000 ids; 200 lines of 9 fields), so that those answer first.
 * The library's own defaults truncate lists silently, or turn them into objects, and drop names such as `constructor`.
 */
const LIMITS = {
  arrayLimit: 10_000,
  parameterLimit: 20_000,
  depth: DEPTH,
  strictDepth: true,
  throwOnLimitExceeded: true,
  plainObjects: true,
} satisfies IParseOptions;

/** The body does not fit its content type. */
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

/** Marks a query that exceeds the limits: the router cannot refuse it, so the call's route does. */
export const MALFORMED_QUERY: Readonly<Record<string, unknown>> = Object.freeze({});

/** Parses a query string like a form. Never throws. */
export function parseQuery(text: string): Record<string, unknown> {
  try {
    return parse(text, LIMITS);
  } catch {
    return MALFORMED_QUERY;
  }
}

/**
 * Whether this input is malformed: nested deeper than a form may be (JSON is parsed to any depth), or with a string,
 * names included, that the database cannot store: U+0000, lone surrogates.
 */
export function isMalformed(input: unknown, depth = 0): boolean {
  if (typeof input === 'string') return input.includes('\0') || !input.isWellFormed();
  if (typeof input !== 'object' || input === null) return false;
  if (depth > DEPTH) return true;
  return Object.entries(input).some(([name, value]) => isMalformed(name) || isMalformed(value, depth + 1));
}

/** Accepts bodies as forms, besides JSON, which Fastify parses itself. */
export function registerBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    async (_request: unknown, body: string | Buffer) => parseForm(String(body)),
  );
}
