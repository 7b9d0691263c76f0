import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import { isThisMachine } from '#engine/host/this-machine.ts';
import { collectOverProcesses, createRegistry } from './processes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Where each part of the server registers what it measures. */
    metrics: Registry;
    /** Counts a page that was rendered. @param page its name in the registry @param seconds that it took */
    observePage: (page: string, seconds: number) => void;
  }
}

/** Seconds: a call of one row, a list, what a person notices, what is slow, what is broken. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2];

/**
 * `GET /metrics` for Prometheus: how often each route is asked, how it is answered and how long that takes, besides what the
 * parts of the server register in `app.metrics`. Several processes answer for all of them.
 * @param token who scrapes must send it as a bearer; when left out only this machine may ask
 */
export function registerMetrics(app: FastifyInstance, token?: string): void {
  const registry = createRegistry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const pages = new Histogram({
    name: 'page_render_duration_seconds',
    help: 'Seconds that a page took to be rendered, with the calls that it makes',
    labelNames: ['page'],
    buckets: BUCKETS,
    registers: [registry],
  });
  app.decorate('metrics', registry);
  app.decorate('observePage', (page: string, seconds: number) => pages.observe({ page }, seconds));
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
    requests.observe(labels, reply.elapsedTime / 1000);
  });
  const collect = collectOverProcesses(registry);
  app.get('/metrics', async (request, reply) => {
    if (!maySee(request, token)) return reply.code(403).type('text/plain').send('forbidden\n');
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await collect());
  });
}

function maySee({ ip, headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return isThisMachine(ip);
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

/** Of equal length, whatever was sent. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
