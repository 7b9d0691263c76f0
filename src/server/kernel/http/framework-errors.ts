import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify';
import { isApiPath } from '#engine/host/api-path.ts';
import { type Refused, refuse } from '../result/answer.ts';
import { refusalFor, send, sendFault } from './reply.ts';

/** The path of a request's target, without its query. */
const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url;

/** Error codes of Node's HTTP parser -> HTTP status; any other is 400. */
const BY_PARSER_CODE: ReadonlyMap<string | undefined, number> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
]);

const envelopeOf = ({ code, message, data }: Refused): string => JSON.stringify({ code, message, data });

/** Answers an invalid HTTP request in the form of every other answer, and closes the connection. */
function refuseConnection({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const refusal = refusalFor(BY_PARSER_CODE.get(code) ?? 400) ?? refuse('malformed');
  const body = envelopeOf(refusal);
  socket.end(
    [
      `HTTP/1.1 ${refusal.code} ${STATUS_CODES[refusal.code] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/**
 * How the framework answers a request that it cannot route or parse: under `/api` with the envelope, elsewhere with a
 * redirect to the page for unknown addresses.
 * @param notFoundPage path of that page
 */
export function frameworkOptions(notFoundPage: string) {
  return {
    clientErrorHandler: refuseConnection,
    frameworkErrors(fault: FastifyError, request: FastifyRequest, reply: FastifyReply) {
      if (isApiPath(pathOf(request))) sendFault(fault, request, reply);
      else reply.header('cache-control', 'no-store').redirect(notFoundPage, 302);
    },
  } satisfies FastifyServerOptions;
}

/** Collects the methods of each path pattern of the router. Call it before any route is registered. */
function collectMethods(app: FastifyInstance): (path: string) => string[] {
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    if (!isApiPath(url)) return;
    const known = methods.get(url) ?? new Set();
    methods.set(url, new Set([...known, ...[method].flat()]));
  });
  const patterns = new Map<string, RegExp>();
  const matches = (url: string, path: string) => {
    const pattern = patterns.get(url) ?? patternOf(url);
    patterns.set(url, pattern);
    return pattern.test(path);
  };
  return (path) => {
    const found = [...methods].flatMap(([url, known]) => (matches(url, path) ? [...known] : []));
    return [...new Set(found)].sort();
  };
}

/** `/api/cart/:id/edit` as an expression; like the router it takes a slash at the end. */
function patternOf(url: string): RegExp {
  const steps = url.split('/').map((step) => (step.startsWith(':') ? '[^/]+' : step.replaceAll('.', '\\.')));
  return new RegExp(`^${steps.join('/')}/?$`, 'u');
}

/**
 * Answers requests without a route: 405 with `Allow` where the path is known under other methods (which `OPTIONS` asks for),
 * else 404. Call it before any route is registered.
 */
export function registerFallbacks(app: FastifyInstance): void {
  const methodsOf = collectMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(decodeURI(pathOf(request)));
    if (methods.length === 0) return send(reply, refuse('noSuchCall'));
    reply.header('allow', [...methods, 'OPTIONS'].join(', '));
    if (request.method === 'OPTIONS') return reply.code(204).header('cache-control', 'no-store').send();
    return send(reply, refuse('methodNotAllowed'));
  });
}
