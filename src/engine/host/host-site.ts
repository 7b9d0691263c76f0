import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import { isApiPath } from './api-path.ts';
import type { BuiltSite, Rendered } from './built-site.ts';
import { sendBusy } from './busy.ts';
import { pageHeaders } from './headers.ts';
import { inProcessApi } from './in-process.ts';
import { registerLoadGate } from './load/register.ts';
import { createPageCache, type Encoding, type PageResponse, pageResponse, sharedKey } from './page-cache.ts';
import { isSecure, pageVisit } from './page-visit.ts';

/** Milliseconds after which a page is given up. A single slow call costs only its block (`serverRenderTimeout`). */
const RENDER_LIMIT = 10_000;

/** Build output carries a hash of its content in its name. */
const HASHED = /[\\/]assets[\\/]/;

/**
 * Seconds for which a browser keeps a permanent redirect without asking again. Left to itself it keeps it for good, and one
 * that was a mistake could not be taken back.
 */
const REDIRECT_MAX_AGE = 3600;

export interface SiteParts extends BuiltSite {
  site: SiteConfig;
  /** Counts what makes every page for visitors old at once; time alone does when left out. */
  edition?: () => number;
  now: () => number;
  /** Milliseconds that a page may take. */
  limit?: number;
  /** Pages that are refused last under overload, by their path. */
  isPriorityPage?: (path: string) => boolean;
}

/** What rendering a page weighs, in calls of the API: their ratio under load. */
const PAGE_WEIGHT = 4;

/** Page requests that are answered at once: visitors without a session share pages, but sending takes time as well. */
const MAX_READERS = 200;

/** Puts the built site beside the API: its files, and every other address as a rendered page. */
export async function hostSite(app: FastifyInstance, parts: SiteParts): Promise<void> {
  const headers = pageHeaders(parts.site, parts.inlineScripts);
  await app.register(fastifyStatic, {
    root: parts.clientFolder,
    prefix: '/',
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const forever = HASHED.test(path);
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
  let readers = 0;
  /* Where the API is somebody else's, pages alone are kept from overload. */
  if (!app.hasDecorator('loadGate')) await registerLoadGate(app, (reply) => sendBusy(reply, parts.site));
  const sharedPages = createPageCache(parts.now, parts.edition ?? (() => 0));
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (isApiPath(path) || HASHED.test(path)) return reply.callNotFound();
    if (readers >= MAX_READERS) {
      await app.pauseBeforeRefusal();
      return sendBusy(reply, parts.site);
    }
    const make = () => renderIfAdmitted(app, parts, request);
    /* In development nothing is cached. */
    const key = parts.manifest === null ? null : sharedKey(request);
    reply.headers(headers).type('text/html; charset=utf-8');
    readers += 1;
    try {
      const sheet = await (key === null ? make() : sharedPages(key, make));
      return sheet === null ? sendBusy(reply, parts.site) : await sendPage(sheet, request, reply);
    } finally {
      readers -= 1;
    }
  });
}

/** The page for this request, as `renderPage`; null as well when the load gate refuses it. */
async function renderIfAdmitted(
  app: FastifyInstance,
  parts: SiteParts,
  request: FastifyRequest,
): Promise<PageResponse | null> {
  const path = request.url.split('?')[0] ?? '/';
  const pass = app.loadGate.enter(parts.isPriorityPage?.(path) ? 'high' : 'normal', PAGE_WEIGHT);
  if (!pass) {
    await app.pauseBeforeRefusal();
    return null;
  }
  try {
    return await renderPage(app, parts, request);
  } finally {
    pass.leave();
  }
}

/** The page for this request; null when it fails, takes too long or cannot be made at present. */
async function renderPage(
  app: FastifyInstance,
  parts: SiteParts,
  request: FastifyRequest,
): Promise<PageResponse | null> {
  const api = inProcessApi(app, request);
  const { render, manifest, now } = parts;
  const url = new URL(request.url, `${request.protocol}://${request.host}`);
  const seen = new Request(url, { headers: plain(request.headers) });
  const page = pageVisit.run({ secure: isSecure(request) }, () =>
    render(seen, { fetch: api.fetch, now, manifest }),
  );
  const rendered = await withTimeout(page, parts.limit ?? RENDER_LIMIT, request);
  if (api.unavailable) return null;
  return rendered && pageResponse(rendered, [...new Set(api.cookies)]);
}

async function sendPage(
  sheet: PageResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { rendered, cookies, tag } = sheet;
  if (cookies.length > 0) reply.header('set-cookie', [...cookies]);
  if (rendered.location !== undefined) {
    const kept = rendered.status === 301 && cookies.length === 0;
    reply.header('cache-control', kept ? `public, max-age=${REDIRECT_MAX_AGE}` : 'no-store');
    return reply.redirect(rendered.location, rendered.status);
  }
  // The page belongs to its visitor; `no-cache` lets the browser ask whether it changed, and go back without asking.
  reply.headers({ 'cache-control': 'private, no-cache', etag: tag, vary: 'Cookie, Accept-Encoding' });
  if (rendered.status === 200 && request.headers['if-none-match'] === tag) return reply.code(304).send();
  const encoding = encodingFor(request, rendered.html);
  reply.code(rendered.status);
  if (encoding === null) return reply.send(rendered.html);
  return reply.header('content-encoding', encoding).send(await sheet.encoded(encoding));
}

/** Smaller pages are not worth it, bytes. */
const MIN_COMPRESSED_BYTES = 1024;

function encodingFor({ headers }: FastifyRequest, html: string): Encoding | null {
  if (html.length < MIN_COMPRESSED_BYTES) return null;
  const accepted = new Set(
    (headers['accept-encoding'] ?? '').split(',').map((part) => part.split(';')[0]?.trim()),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : null;
}

/** The page; null when it fails or takes too long, which is logged. */
async function withTimeout(
  page: Promise<Rendered>,
  limit: number,
  request: FastifyRequest,
): Promise<Rendered | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not rendered within ${limit} ms`)), limit);
  });
  try {
    return await Promise.race([page, tooLate]);
  } catch (fault) {
    const stack = fault instanceof Error ? fault.stack : String(fault);
    request.log.error({ request: request.id, path: request.url.split('?')[0], stack }, 'page');
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function plain(headers: FastifyRequest['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
  );
}
