import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds without a request after which no load balancer sends any more, and for which one is waited at the longest. */
const QUIET = 500;
const LONGEST = 5000;

/** Milliseconds between two looks whether it is quiet. */
const LOOK = 50;

const HEALTH = /^\/(?:healthz|readyz|metrics)\b/;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Makes `/readyz` report that this process accepts no more requests, and ends each connection with its answer: a load
     * balancer would send the next request on one that is about to be closed.
     * @param least milliseconds in which a load balancer notices; 0: none is waited for
     * @returns once it has noticed
     */
    drain: (least?: number) => Promise<void>;
  }
}

/**
 * `GET /healthz`: 200 while the process lives, whatever the state of what it depends on: a restart would not help.
 * `GET /readyz`: 200 while it can serve, 503 while it drains or cannot reach what it depends on.
 * @param isReady whether what it depends on can be reached; always when left out
 */
export function registerHealth(
  app: FastifyInstance,
  isReady: () => Promise<boolean> = async () => true,
): void {
  let draining = false;
  let lastRequest = Number.NEGATIVE_INFINITY;
  app.decorate('drain', async (least = 0) => {
    draining = true;
    if (least === 0) return;
    const began = performance.now();
    await sleep(least);
    const isWaitedFor = (now: number) => now - lastRequest < QUIET && now - began < LONGEST;
    while (isWaitedFor(performance.now())) await sleep(LOOK);
  });
  app.addHook('onRequest', async ({ url }) => {
    if (!HEALTH.test(url)) lastRequest = performance.now();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => app.drain());
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const ready = !draining && (await isReady());
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok: ready, draining });
  });
}
