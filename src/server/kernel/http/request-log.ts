import type { FastifyInstance } from 'fastify';

/**
 * A line for each request at the level `info`: what was asked, not with what. Addresses are those of the routes, without
 * parameters and query, which may hold names, phones and prices.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ log, method, routeOptions }, { statusCode, elapsedTime }) => {
    const route = routeOptions.url ?? 'none';
    log.info({ method, route, status: statusCode, milliseconds: Math.round(elapsedTime) }, 'request');
  });
}
