import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Paging, Registry } from '#engine/generated/schemas.ts';
import { API_MOUNT } from '#engine/runtime/api-base.ts';
import { type Bearer, tokenIn } from '#engine/runtime/bearer.ts';
import { own } from '#engine/runtime/own.ts';
import { withValueAt } from '#engine/runtime/pointer.ts';
import { readLimited } from '#engine/runtime/read-limited.ts';
import { CALL_HEADER } from '#engine/runtime/request.ts';
import { isSecure } from '../page-visit.ts';
import { configuredHeaders, receivedHeaders, sentHeaders } from './forward-headers.ts';
import { limited } from './limited.ts';
import { createCallMatcher } from './match-call.ts';
import { isForeignChange, isForeignWrite } from './origin.ts';
import { publicLookup } from './public-network.ts';
import { tokenCookie } from './token-cookie.ts';
import { createWriter } from './write-answer.ts';

export interface ForwardSettings {
  registry: Pick<Registry, 'site' | 'calls' | 'contracts' | 'errors'>;
  /** Values of `api.headers` that are not in the config. */
  env?: NodeJS.ProcessEnv;
}

/** What came back from the API, before it is sent on. */
interface ApiAnswer {
  call: string;
  /** Below the mount, as it was asked for. */
  path: string;
  request: FastifyRequest;
  reply: FastifyReply;
  status: number;
  /** As the API sent them. */
  headers: Headers;
  stream: Readable;
}

/** Without those that may stand several times, such as cookies. */
const plainHeaders = (received: IncomingHttpHeaders): Headers =>
  new Headers(
    Object.entries(received).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a fault that wraps another is about. */
const reasonOf = ({ cause, message }: Error): string => (cause instanceof Error ? cause.message : message);

/** Bytes of a request's body; uploads among them. */
const MAX_BODY = 30_000_000;

/** The names of the headers that a way of paging reads. */
const totalHeader = (paging: Paging | undefined): string[] =>
  typeof paging?.total === 'object' && 'header' in paging.total ? [paging.total.header.toLowerCase()] : [];

/**
 * Passes the shop's calls on to its API elsewhere, and nothing but its calls: the browser talks to one origin, cookies and
 * tokens belong to the shop, and what the API cannot answer comes back as an answer of its own kind.
 */
export async function registerForward(
  app: FastifyInstance,
  { registry, env = process.env }: ForwardSettings,
): Promise<void> {
  const { site, calls, contracts } = registry;
  const { api } = site;
  const base = new URL(api.base);
  const prefix = base.pathname.replace(/\/$/, '');
  const match = createCallMatcher(calls);
  const writer = createWriter(site, registry.errors);
  const configured = configuredHeaders(api, env);
  const { bearer } = api.auth;
  const further = new Set([
    ...totalHeader(api.page),
    ...Object.values(calls).flatMap(({ paged }) => (typeof paged === 'object' ? totalHeader(paged) : [])),
  ]);
  const limit = api.maxAnswer * 1000;

  /* Bodies stream through as they are. */
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_, body, done) => done(null, body));
  await app.register(replyFrom, {
    base: base.origin,
    disableRequestLogging: true,
    undici: {
      headersTimeout: api.timeout,
      bodyTimeout: api.timeout,
      connect: {
        timeout: Math.min(api.timeout, 10_000),
        ...(api.network === 'public' && { lookup: publicLookup }),
      },
    },
  });

  /** An answer in the API's own words, for what it did not answer itself. */
  function fail(reply: FastifyReply, status: number, reason: string): FastifyReply {
    reply.log.warn({ call: reply.request.headers[CALL_HEADER], reason }, 'api');
    const written = writer.failure(status, '');
    return reply
      .code(status)
      .headers({ 'cache-control': 'no-store' })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(written.body));
  }

  /** Where a redirect within the API leads by way of the host; undefined where it leads away. */
  function redirectedTo(location: string | undefined, path: string): string | undefined {
    const target = URL.parse(location ?? '', api.base + path);
    if (target?.origin !== base.origin || !target.pathname.startsWith(`${prefix}/`)) return undefined;
    return API_MOUNT + target.pathname.slice(prefix.length) + target.search;
  }

  /** The answer to a login: its token goes into a cookie, and nothing of it into the page. */
  async function keepToken(rules: Bearer, answer: ApiAnswer): Promise<void> {
    const { call, request, reply, status, headers, stream } = answer;
    const text = await readLimited(Readable.toWeb(stream) as ReadableStream<Uint8Array>, limit);
    const body = parse(text);
    const token = tokenIn(rules, { call, status, body, headers });
    reply.removeHeader('content-length');
    if (token !== undefined) reply.header('set-cookie', tokenCookie(request, rules, token));
    const source = own(rules.from, call);
    const isInBody = typeof token === 'string' && typeof source === 'string';
    reply.send(isInBody ? JSON.stringify(withValueAt(body, source, '')) : text);
  }

  /** Discards the body of an answer that does not go on. */
  function discard({ reply, stream }: Pick<ApiAnswer, 'reply' | 'stream'>): FastifyReply {
    stream.destroy();
    return reply.removeHeader('content-length').removeHeader('content-encoding').removeHeader('location');
  }

  async function passRedirect(answer: ApiAnswer): Promise<void> {
    const to = redirectedTo(answer.reply.getHeader('location')?.toString(), answer.path);
    const reply = discard(answer);
    if (to === undefined) fail(reply, 502, 'redirected elsewhere');
    else reply.header('location', to).send('');
  }

  /** What the API answered, as it goes on to the reader. */
  async function passOn(answer: ApiAnswer): Promise<void> {
    const { call, request, reply, status, headers, stream } = answer;
    if (status >= 300 && status < 400 && status !== 304) return passRedirect(answer);
    reply.removeHeader('location');
    if (Number(headers.get('content-length') ?? 0) > limit) {
      fail(discard(answer), 502, `longer than ${limit} bytes`);
      return;
    }
    if (bearer && own(bearer.from, call) !== undefined) return keepToken(bearer, answer);
    if (bearer && tokenIn(bearer, { call, status, body: undefined, headers }) === null)
      reply.header('set-cookie', tokenCookie(request, bearer, null));
    reply.send(pipeline(stream, limited(limit), () => {}));
  }

  app.all(`${API_MOUNT}/*`, { bodyLimit: MAX_BODY }, async (request, reply) => {
    const [escaped = '', search] = request.url.split('?', 2);
    const path = escaped.slice(API_MOUNT.length);
    const matched = match(request.method, path, [request.headers[CALL_HEADER]].flat()[0]);
    if (!matched) return reply.callNotFound();
    const { name: call } = matched;
    const isForeign = own(contracts, call)?.changes ? isForeignChange(request) : isForeignWrite(request);
    if (isForeign) return fail(reply, 403, 'sent by another site');
    if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) return fail(reply, 413, 'too large');
    const isPlain = bearer !== undefined && own(bearer.from, call) !== undefined;
    let headers = new Headers();

    return reply.from(prefix + path, {
      ...(search !== undefined && { queryString: () => search }),
      retryDelay: () => null,
      rewriteRequestHeaders: (_, sent) => sentHeaders(request, sent, { api, configured, isPlain }),
      rewriteHeaders(received) {
        headers = plainHeaders(received);
        return receivedHeaders(received, { secure: isSecure(request), further });
      },
      onError: (failed, { error }) =>
        void fail(failed as FastifyReply, /timeout/i.test(String(error)) ? 504 : 502, reasonOf(error)),
      onResponse(_, answered, { stream }) {
        const current = answered as FastifyReply;
        const { statusCode: status } = current;
        passOn({ call, path, request, reply: current, status, headers, stream }).catch((fault: unknown) =>
          fail(discard({ reply: current, stream }), 502, String(fault)),
        );
      },
    });
  });
}
