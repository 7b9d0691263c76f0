import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';

/** Milliseconds within which the database must answer to count as reachable. */
const PATIENCE = 2000;

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on `/readyz` says that this process takes no more. */
    drain: () => void;
  }
}

/**
 * `GET /healthz`: 200 while the process lives; whoever watches it need not restart it for the database's sake.
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
    const ready = !draining && (await answers(db));
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok: ready, draining });
  });
}

async function answers(db: Db): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE);
  });
  const asked = sql`SELECT 1`.execute(db).then(
    () => true,
    () => false,
  );
  const answered = await Promise.race([asked, tooLate]);
  clearTimeout(timer);
  return answered;
}
