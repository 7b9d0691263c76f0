import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes `/readyz` report that this process accepts no more requests. */
    drain: () => void;
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
  app.decorate('drain', () => {
    draining = true;
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
