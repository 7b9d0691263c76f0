import type { FastifyInstance } from 'fastify';

const HEADER = 'x-cookies-changed';

/**
 * Marks answers that set a cookie, which no script can see: somebody else may be reading from now on, so that a browser
 * drops the copies of pages that it keeps for offline reading (`app/offline/worker.ts`). To be called after whatever
 * writes cookies into answers, since hooks run in the order in which they were added.
 */
export function markCookieChanges(app: FastifyInstance): void {
  app.addHook('onSend', async (_, reply) => {
    if (reply.hasHeader('set-cookie')) reply.header(HEADER, 'true');
  });
}
