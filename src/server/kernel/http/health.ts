import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';

/** Milliseconds within which the database must answer to count as reachable. */
const TIMEOUT = 2000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes `/readyz` report that this process accepts no more requests. */
    drain: () => void;
  }
}

/**
 * `GET /healthz`: 200 while the process lives, whatever the state of the database: a restart would not help.
 * `GET /readyz`: 200 while it can serve, 503 while it drains or cannot reach the database.
 */
export function registerHealth(app: FastifyInstance, db: Db): void {
  let draining = false;
  app.decorate('drain', () => {
    draining = true;
  });
  app.addHook('preClose', async () => app.drain());
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const ready = !draining && (await isReachable(db));
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok: ready, draining });
  });
}

async function isReachable(db: Db): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), TIMEOUT);
  });
  const query = sql`SELECT 1`.execute(db).then(
    () => true,
    () => false,
  );
  const reachable = await Promise.race([query, tooLate]);
  clearTimeout(timer);
  return reachable;
}
