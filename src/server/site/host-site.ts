import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteConfig } from '#generated/schemas.ts';
import { pageVisit } from '../api/context.ts';
import { pageHeaders } from './headers.ts';
import { inProcessApi } from './in-process.ts';
import { commonKey, createPageCache, type Encoding, type Sheet, sheetOf } from './page-cache.ts';
import type { BuiltSite, Rendered } from './seam.ts';

/** Milliseconds after which a page is given up. A single slow call costs only its block (`serverRenderTimeout`). */
const RENDER_LIMIT = 10_000;

/** Build output carries a hash of its content in its name. */
const HASHED = /[\\/]assets[\\/]/;

/**
 * Seconds for which a browser keeps a permanent redirect without asking again. Left to itself it keeps it for good, and one
 * that was a mistake could not be taken back.
 */
const PERMANENT_FOR = 3600;

const BUSY = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>系统繁忙</title>
<body style="font:16px/1.6 sans-serif;text-align:center;padding:20vh 16px"><h1>系统繁忙</h1><p>请稍候再试。<a href="">重新载入</a></p>`;

export interface SiteParts extends BuiltSite {
  site: SiteConfig;
  /** Counts what makes every page for visitors old at once; time alone does when left out. */
  edition?: () => number;
  now: () => number;
  /** Milliseconds that a page may take. */
  limit?: number;
}

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
  const common = createPageCache(parts.now, parts.edition ?? (() => 0));
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (path.startsWith('/api/') || HASHED.test(path)) return reply.callNotFound();
    const make = () => renderSheet(app, parts, request);
    /* While the shop is being made, a page is as it was just saved. */
    const key = parts.manifest === null ? null : commonKey(request);
    reply.headers(headers).type('text/html; charset=utf-8');
    return sendPage(await (key === null ? make() : common(key, make)), request, reply);
  });
}

/** The page that this request asks for; null when it fails or takes too long. */
async function renderSheet(
  app: FastifyInstance,
  parts: SiteParts,
  request: FastifyRequest,
): Promise<Sheet | null> {
  const api = inProcessApi(app, request);
  const { render, manifest, now } = parts;
  const url = new URL(request.url, `${request.protocol}://${request.host}`);
  const seen = new Request(url, { headers: plain(request.headers) });
  const page = pageVisit.run({}, () => render(seen, { fetch: api.fetch, now, manifest }));
  const rendered = await inTime(page, parts.limit ?? RENDER_LIMIT, request);
  return rendered && sheetOf(rendered, [...new Set(api.cookies)]);
}

async function sendPage(
  sheet: Sheet | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (sheet === null)
    return reply.code(503).headers({ 'retry-after': '5', 'cache-control': 'no-store' }).send(BUSY);
  const { rendered, cookies, tag } = sheet;
  if (cookies.length > 0) reply.header('set-cookie', [...cookies]);
  if (rendered.location !== undefined) {
    const kept = rendered.status === 301 && cookies.length === 0;
    reply.header('cache-control', kept ? `public, max-age=${PERMANENT_FOR}` : 'no-store');
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
const COMPRESSED_FROM = 1024;

function encodingFor({ headers }: FastifyRequest, html: string): Encoding | null {
  if (html.length < COMPRESSED_FROM) return null;
  const accepted = new Set(
    (headers['accept-encoding'] ?? '').split(',').map((part) => part.split(';')[0]?.trim()),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : null;
}

/** The page; null when it fails or takes too long, which is logged. */
async function inTime(
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
