import type { FastifyInstance } from 'fastify';
import { type IParseOptions, parse } from 'qs';

/** Bytes of a body: 200 cart lines as a form are about 60 kB; 2,000 ids about 40 kB. */
export const BODY_LIMIT = 1_048_576;

/** Lists and tables within those of a body or a query (`a[b][c]` has two); more than any call has. */
const DEPTH = 6;

/**
 * Far above what the calls' own `maxItems` allow (2,000 ids; 200 lines of 9 fields), so that those answer first.
 * The library's own defaults cut lists silently, or turn them into tables, and drop names such as `constructor`.
 */
const LIMITS = {
  arrayLimit: 10_000,
  parameterLimit: 20_000,
  depth: DEPTH,
  strictDepth: true,
  throwOnLimitExceeded: true,
  plainObjects: true,
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

/**
 * Whether this input is one that no client of ours sends: nested deeper than a form may be (JSON is read to any depth),
 * or with a text, names included, that no database keeps: U+0000, half a pair.
 */
export function isMalformed(input: unknown, depth = 0): boolean {
  if (typeof input === 'string') return input.includes('\0') || !input.isWellFormed();
  if (typeof input !== 'object' || input === null) return false;
  if (depth > DEPTH) return true;
  return Object.entries(input).some(([name, value]) => isMalformed(name) || isMalformed(value, depth + 1));
}

/** Bodies come as forms or as JSON (which Fastify reads itself). */
export function registerBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    async (_request: unknown, body: string | Buffer) => parseForm(String(body)),
  );
}
