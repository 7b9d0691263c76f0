import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import { bearerHeader } from '#engine/runtime/bearer.ts';
import { CALL_HEADER } from '#engine/runtime/request.ts';
import { cookieOf, ownCookie, withoutCookies } from './cookies.ts';

type Api = SiteConfig['api'];

/** Holds the token of the API, where no script can read it. */
export const TOKEN_COOKIE = 'api-token';

/** What the host keeps in cookies itself; none of the API's business. */
const OWN_COOKIES: ReadonlySet<string> = new Set([TOKEN_COOKIE, 'kept', 'fixture-role']);

/** Headers that speak of one connection, not of the request (RFC 9110, 7.6.1), and what the API hears from the host alone. */
const NOT_SENT: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'expect',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'authorization',
  'origin',
  'referer',
  CALL_HEADER,
]);

const isOfBrowser = (name: string) => name.startsWith('sec-');

/** The value of each header of `api.headers`: written there, or in the environment of the host. */
export function configuredHeaders(api: Api, env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(api.headers).flatMap(([name, value]) => {
      const text = typeof value === 'string' ? value : env[value.env];
      return text === undefined ? [] : [[name.toLowerCase(), text]];
    }),
  );
}

/** What the API gets with a request: the reader's own cookies and token, and who passed it on. */
export function sentHeaders(
  request: FastifyRequest,
  headers: IncomingHttpHeaders,
  { api, configured, isPlain }: { api: Api; configured: Readonly<Record<string, string>>; isPlain: boolean },
): IncomingHttpHeaders {
  const kept = Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !NOT_SENT.has(name) && !isOfBrowser(name) && name !== 'cookie',
    ),
  );
  const cookie = withoutCookies(headers.cookie, OWN_COOKIES);
  const token = cookieOf(headers.cookie, TOKEN_COOKIE);
  const { bearer } = api.auth;
  const { origin } = new URL(api.base);
  return {
    ...kept,
    ...(cookie !== undefined && { cookie }),
    ...(request.method !== 'GET' && { origin, referer: `${origin}/` }),
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': request.protocol,
    ...(isPlain && { 'accept-encoding': 'identity' }),
    ...configured,
    ...(bearer &&
      token !== undefined &&
      Object.fromEntries([bearerHeader(bearer, decodeURIComponent(token))])),
  };
}

/** What of an answer reaches the browser: nothing that speaks for the API's own origin, or makes a browser act by itself. */
const RECEIVED: ReadonlySet<string> = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'content-language',
  'content-disposition',
  'cache-control',
  'etag',
  'expires',
  'last-modified',
  'vary',
  'link',
  'retry-after',
  'location',
]);

/** Answers are data: opened as a page, they neither run nor load anything. */
const AS_DATA = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

/**
 * The headers of an answer as the shop's own.
 * @param further names of headers that calls read, such as a total
 */
export function receivedHeaders(
  headers: IncomingHttpHeaders,
  { secure, further }: { secure: boolean; further: ReadonlySet<string> },
): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => RECEIVED.has(name) || further.has(name));
  const cookies = headers['set-cookie']?.map((cookie) => ownCookie(cookie, secure));
  return {
    'cache-control': 'no-store',
    ...Object.fromEntries(kept),
    ...(cookies && { 'set-cookie': cookies }),
    ...AS_DATA,
  };
}
