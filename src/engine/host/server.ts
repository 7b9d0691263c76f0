import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { isApiPath } from './api-path.ts';
import { markCookieChanges } from './cookies-changed.ts';
import type { LoadLimits } from './load/gate.ts';
import { registerLoadGate } from './load/register.ts';
import { DEFAULT_LOG, type LogSettings, requestLogger } from './log.ts';
import { isSecure } from './page-visit.ts';
import { tracingOf } from './tracing.ts';
import { limitUnreadBodies } from './unread-body.ts';

/** Milliseconds for a request to arrive in: the client itself gives up after 30 s. */
const REQUEST_LIMIT = 60_000;

/**
 * zstd takes a third of the time of brotli's quality 4 for a list of 26 kB and comes to the same size; brotli's default
 * quality, 11, takes a hundred times as long. An answer of an ordinary size is compressed in one call: a stream for each
 * costs as much time as the call itself, and holds memory until it is collected.
 */
const COMPRESSION: FastifyCompressOptions = {
  globalDecompression: false,
  threshold: 1024,
  syncThreshold: 65_536,
  encodings: ['zstd', 'br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};

/** HSTS for a year, without subdomains, which may not be ours. */
const HTTPS_ONLY = 'max-age=31536000';

/** Answers of the API are data: opened as a page they load nothing, and no page may frame them. */
const DATA_CSP = "default-src 'none'; frame-ancestors 'none'";

export interface ServerSettings {
  /** Addresses and networks of the proxies in front, whose `X-Forwarded-…` headers are trusted; this machine's when left out. */
  trustProxy?: readonly string[] | undefined;
  /** Written as JSON lines; `true` is faults to standard error. */
  log?: LogSettings | boolean | undefined;
  /** Compress answers; off for callers in the same process. */
  compress?: boolean | undefined;
  /** Limits of concurrent requests. */
  load?: LoadLimits | undefined;
  /** How a request is refused under overload. */
  refuse: (reply: FastifyReply) => FastifyReply;
  /** What the API needs of the framework besides. */
  framework?: FastifyServerOptions;
  /** Runs before anything else is registered. */
  prepare?: (app: FastifyInstance) => void;
}

/** The server of a shop, with what every request of it needs; the API, the health checks and the site are added to it. */
export async function createServer(settings: ServerSettings): Promise<FastifyInstance> {
  const { trustProxy = ['loopback'], log = false, compress: compresses = false, framework } = settings;
  const { level, stream = process.stderr } = log === true ? DEFAULT_LOG : log || { level: 'silent' };
  const app = fastify({
    logger: log === false ? false : { level, stream },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    childLoggerFactory: requestLogger,
    genReqId: () => randomUUID(),
    requestTimeout: REQUEST_LIMIT,
    trustProxy: [...trustProxy],
    // Requests on open connections are answered while the process shuts down; `/readyz` keeps new ones away.
    return503OnClosing: false,
    ...framework,
  });
  tracingOf()?.register(app);
  settings.prepare?.(app);
  await registerLoadGate(app, settings.refuse, settings.load);
  limitUnreadBodies(app);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    if (isApiPath(request.url) && !reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', DATA_CSP);
    if (isSecure(request)) reply.header('strict-transport-security', HTTPS_ONLY);
  });
  markCookieChanges(app);
  if (compresses) await app.register(compress, COMPRESSION);
  return app;
}
