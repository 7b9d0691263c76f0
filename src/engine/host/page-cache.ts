import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type BriefCache, createBriefCache } from './brief-cache.ts';
import type { Rendered } from './built-site.ts';
import { type Encoding, encodePage } from './page-encoding.ts';

/** Pages at once; about 120 kB each. */
const MAX_PAGES = 200;

/** A page as it is sent, to one visitor or to many. */
export interface PageResponse {
  rendered: Rendered;
  /** Cookies that belong to the visitor; a page with any is nobody else's. */
  cookies: readonly string[];
  /** Of the document; they name the styles inside it. */
  headers: Readonly<Record<string, string>>;
  /** ETag. */
  tag: string;
  /** The page compressed, once for all who take it so. */
  encoded: (encoding: Encoding) => Promise<Buffer>;
}

/** Weak, since the bytes differ by how they are compressed. */
const tagOf = (bytes: Buffer) => `W/"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;

export function pageResponse(
  rendered: Rendered,
  cookies: readonly string[],
  headers: PageResponse['headers'],
): PageResponse {
  const { html } = rendered;
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    rendered,
    cookies,
    headers,
    tag: tagOf(html),
    encoded(encoding) {
      const encoded = made.get(encoding) ?? encodePage(html, encoding);
      made.set(encoding, encoded);
      return encoded;
    },
  };
}

/** The one cookie that is not about who somebody is: what the browser remembers (spec §3). */
const REMEMBERED = 'kept=';

/** `sec-fetch-dest` of requests for pages; for an image or a script a page is no answer. */
const PAGE_DESTINATIONS: ReadonlySet<string> = new Set(['document', 'empty']);

/**
 * What a page for this request depends on, when all who ask alike may have the same: the address, what the browser
 * remembers and whether a person navigates (a missing file is answered to them by a page). Null with a session or a login under
 * way, and for what is no page.
 */
export function sharedKey({ headers, protocol, host, url }: FastifyRequest): string | null {
  const { cookie, accept = '', 'sec-fetch-dest': destination = 'document' } = headers;
  const cookies = cookie?.split('; ') ?? [];
  if (!PAGE_DESTINATIONS.has(destination) || !cookies.every((one) => one.startsWith(REMEMBERED))) return null;
  const as = `${destination} ${accept.includes('text/html')}`;
  return `${protocol}://${host}${url} ${cookies.join()} ${as}`;
}

/**
 * Pages for visitors without a session. What failed, or brought a cookie, is no other visitor's.
 * @param edition a change of it makes every page stale
 */
export const createPageCache = (now: () => number, edition: () => number): BriefCache<PageResponse | null> =>
  createBriefCache({
    now,
    edition,
    max: MAX_PAGES,
    isShareable: (page) => page !== null && page.cookies.length === 0,
  });
