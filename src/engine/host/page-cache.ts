import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { Rendered } from './built-site.ts';

/**
 * Seconds that a page is good for visitors without a session: little enough that nobody sees old content, or a
 * clock that is late, and enough that a rush renders it once.
 */
const MAX_AGE = 2;

/** Pages at once; about 120 kB each. */
const MAX_PAGES = 200;

/** Brotli's quality for pages, which are compressed while somebody waits. */
export const PAGE_QUALITY = 5;

const ENCODERS = {
  br: promisify((text: string, done: (fault: Error | null, bytes: Buffer) => void) =>
    brotliCompress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: PAGE_QUALITY } }, done),
  ),
  gzip: promisify((text: string, done: (fault: Error | null, bytes: Buffer) => void) => gzip(text, done)),
} as const;

export type Encoding = keyof typeof ENCODERS;

/** A page as it is sent, to one visitor or to many. */
export interface PageResponse {
  rendered: Rendered;
  /** Cookies that belong to the visitor; a page with any is nobody else's. */
  cookies: readonly string[];
  /** ETag. */
  tag: string;
  /** The page compressed, once for all who take it so. */
  encoded: (encoding: Encoding) => Promise<Buffer>;
}

/** Weak, since the bytes differ by how they are compressed. */
const tagOf = (html: string) => `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;

export function pageResponse(rendered: Rendered, cookies: readonly string[]): PageResponse {
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    rendered,
    cookies,
    tag: tagOf(rendered.html),
    encoded(encoding) {
      const bytes = made.get(encoding) ?? ENCODERS[encoding](rendered.html);
      made.set(encoding, bytes);
      return bytes;
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
 * Pages for visitors without a session. A request for a page that is being rendered waits for it.
 * @param edition a change of it makes every page stale
 */
export function createPageCache(now: () => number, edition: () => number) {
  const cached = new Map<string, { until: number; sheet: Promise<PageResponse | null> }>();
  let current = 0;

  return function find(key: string, make: () => Promise<PageResponse | null>): Promise<PageResponse | null> {
    const latest = edition();
    if (latest !== current) cached.clear();
    current = latest;
    const known = cached.get(key);
    if (known && now() < known.until) return known.sheet;
    const page = make();
    cached.delete(key);
    if (cached.size >= MAX_PAGES) cached.delete(cached.keys().next().value ?? '');
    cached.set(key, { until: now() + MAX_AGE, sheet: page });
    /* What failed, or brought a cookie, is no other visitor's. */
    const forget = () => void (cached.get(key)?.sheet === page && cached.delete(key));
    page.then((made) => (made === null || made.cookies.length > 0 ? forget() : undefined), forget);
    return page;
  };
}
