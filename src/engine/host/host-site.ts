import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import type { ShareAnswer } from '#engine/runtime/client.ts';
import { isApiPath } from './api-path.ts';
import { createBriefCache } from './brief-cache.ts';
import type { BuiltSite, Rendered, RenderHost } from './built-site.ts';
import { sendBusy } from './busy.ts';
import { pageHeaders } from './headers.ts';
import { inProcessApi } from './in-process.ts';
import { registerLoadGate } from './load/register.ts';
import { createRenderingTurns, type RenderingTurns } from './load/rendering-turns.ts';
import { createPageCache, type PageResponse, pageResponse, sharedKey } from './page-cache.ts';
import { type Encoding, encodingFor, OWN_ENCODINGS, SHARED_ENCODINGS } from './page-encoding.ts';
import { isSecure, pageVisit } from './page-visit.ts';
import { inSpan } from './tracing.ts';

/** Milliseconds after which a page is given up. A single slow call costs only its block (`serverRenderTimeout`). */
const RENDER_LIMIT = 10_000;

/** Build output carries a hash of its content in its name. */
const HASHED = /[\\/]assets[\\/]/;

/** The service worker: browsers look for a new one at every visit. */
const WORKER = '/sw.js';

/** Marks a file of a build that is no longer served. */
const SUPERSEDED = 'x-superseded';

/**
 * Seconds for which a browser keeps a permanent redirect without asking again. Left to itself it keeps it for good, and one
 * that was a mistake could not be taken back.
 */
const REDIRECT_MAX_AGE = 3600;

function cachingOf(path: string): string {
  if (path.endsWith(WORKER)) return 'no-cache';
  return HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
}

export interface SiteParts extends BuiltSite {
  site: SiteConfig;
  /** Where the files of earlier builds are, below `assets/`. */
  keptFolder?: string;
  /** Counts what makes every page for visitors old at once; time alone does when left out. */
  edition?: () => number;
  now: () => number;
  /** Milliseconds that a page may take. */
  limit?: number;
  /** Hears of each page that was rendered, and the seconds that it took. */
  onRendered?: (page: string, seconds: number) => void;
  /** Said above every page. */
  standingNotice?: RenderHost['standingNotice'];
  /** Pages that are refused last under overload, by their path. */
  isPriorityPage?: (path: string) => boolean;
}

/** Answers for all readers that are kept at once; most are a few kB. */
const MAX_ANSWERS = 500;

/** What rendering a page weighs, in calls of the API: their ratio under load. */
const PAGE_WEIGHT = 8;

/** Page requests that are answered at once: visitors without a session share pages, but sending takes time as well. */
const MAX_READERS = 200;

/** Puts the built site beside the API: its files, and every other address as a rendered page. */
export async function hostSite(app: FastifyInstance, parts: SiteParts): Promise<void> {
  await app.register(fastifyStatic, {
    root: parts.clientFolder,
    prefix: '/',
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', cachingOf(path));
    },
  });
  let readers = 0;
  /* Where the API is somebody else's, pages alone are kept from overload. */
  if (!app.hasDecorator('loadGate')) await registerLoadGate(app, (reply) => sendBusy(reply, parts.site));
  const { now, edition = () => 0 } = parts;
  const turns = createRenderingTurns();
  const sharedPages = createPageCache(now, edition);
  const shareAnswer: ShareAnswer = createBriefCache({
    now,
    edition,
    max: MAX_ANSWERS,
    isShareable: (answer) => answer.ok,
  });
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const address = pageAddress(request);
    if (isApiPath(path) || address === null) return reply.callNotFound();
    if (HASHED.test(path)) return sendKept(reply, path, parts.keptFolder);
    if (readers >= MAX_READERS) {
      await app.pauseBeforeRefusal();
      return sendBusy(reply, parts.site);
    }
    /* In development nothing is cached. */
    const key = parts.manifest === null ? null : sharedKey(request);
    const asked = { request, address, isOnly: key === null };
    const make = () => renderIfAdmitted(app, { ...parts, shareAnswer, turns }, asked);
    readers += 1;
    try {
      const sheet = await (key === null ? make() : sharedPages(key, make));
      if (sheet === null) return sendBusy(reply, parts.site);
      reply.headers(sheet.headers).type('text/html; charset=utf-8');
      return await sendPage(sheet, key === null ? OWN_ENCODINGS : SHARED_ENCODINGS, { request, reply });
    } finally {
      readers -= 1;
    }
  });
}

/** A request for a page, and the address that it asks for. */
interface PageRequest {
  request: FastifyRequest;
  address: URL;
  /** Nobody else waits for the page: it need not be made once its reader has left. */
  isOnly: boolean;
}

/**
 * The address of the page; null where `Host` is more than a host, or the target is no path. The two are put together as
 * texts: resolved as a reference, a path that begins with `//` would name another host.
 */
function pageAddress({ protocol, host, url }: FastifyRequest): URL | null {
  const site = URL.parse(`${protocol}://${host}`);
  if (site?.href !== `${site?.origin}/` || !url.startsWith('/')) return null;
  return URL.parse(site.origin + url);
}

/** A file of another build than the one that is served, marked as such. */
function sendKept(reply: FastifyReply, path: string, folder: string | undefined): FastifyReply {
  const name = path.split('/assets/')[1] ?? '';
  if (folder === undefined || !/^[\w.-]+$/.test(name) || !existsSync(join(folder, 'assets', name))) {
    reply.callNotFound();
    return reply;
  }
  return reply.header(SUPERSEDED, 'true').sendFile(`assets/${name}`, folder);
}

interface Renderer extends SiteParts {
  shareAnswer: ShareAnswer;
  turns: RenderingTurns;
}

/** The page for this request, as `renderPage`; null as well when the load gate refuses it. */
async function renderIfAdmitted(
  app: FastifyInstance,
  parts: Renderer,
  asked: PageRequest,
): Promise<PageResponse | null> {
  const path = asked.request.url.split('?')[0] ?? '/';
  const priority = parts.isPriorityPage?.(path) ? 'high' : 'normal';
  if (app.loadGate.isCrowded(priority)) {
    await app.pauseBeforeRefusal();
    return null;
  }
  const pass = await app.loadGate.enterSoon(priority, PAGE_WEIGHT);
  if (!pass) return null;
  try {
    await parts.turns.begin(priority);
    return asked.isOnly && asked.request.socket.destroyed ? null : await renderPage(app, parts, asked);
  } finally {
    pass.leave();
  }
}

/** The page for this request; null when it fails, takes too long or cannot be made at present. */
async function renderPage(
  app: FastifyInstance,
  parts: Renderer,
  { request, address }: PageRequest,
): Promise<PageResponse | null> {
  const api = inProcessApi(app, request);
  const { render, manifest, now, shareAnswer, turns, standingNotice, onRendered } = parts;
  const startedAt = performance.now();
  const seen = new Request(address, { headers: plain(request.headers) });
  const page = pageVisit.run({ secure: isSecure(request) }, () =>
    inSpan(
      { name: 'page' },
      () =>
        render(seen, {
          answer: api.answer,
          nextTurn: turns.next,
          now,
          manifest,
          standingNotice,
          ...(manifest !== null && { shareAnswer }),
        }),
      (result) => (result?.page === undefined ? {} : { 'shop.page': result.page }),
    ),
  );
  const rendered = await withTimeout(page, parts.limit ?? RENDER_LIMIT, request);
  if (rendered?.page !== undefined) onRendered?.(rendered.page, (performance.now() - startedAt) / 1000);
  if (api.unavailable) return null;
  if (!rendered) return null;
  /* In development styles are sent into the open page. */
  const styles = manifest === null ? 'any' : (rendered.inlineStyles ?? []);
  const headers = pageHeaders(parts.site, { scripts: parts.inlineScripts, styles });
  return pageResponse(rendered, [...new Set(api.cookies)], headers);
}

async function sendPage(
  sheet: PageResponse,
  encodings: readonly Encoding[],
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
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
  const encoding = encodingFor(request.headers, rendered.html, encodings);
  reply.code(rendered.status);
  if (encoding === null) return reply.send(rendered.html);
  return reply.header('content-encoding', encoding).send(await sheet.encoded(encoding));
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
    request.log.error({ path: request.url.split('?')[0], stack }, 'page');
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
