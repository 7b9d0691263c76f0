import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** What is read and thrown away of a body whose request has been answered, so that a client that still sends gets to read the answer. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Milliseconds for that at most, and between two looks at how much it is. */
const LONGEST = 5000;
const LOOK = 25;

/**
 * Breaks the connection off when a body goes on although its request was answered: Node would read it to its end, however
 * long that is, to use the connection again.
 */
export function limitUnreadBodies(app: FastifyInstance): void {
  // Closed with its answer, as the framework would, the connection takes the answer from a client that still sends.
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!raw.complete && raw.headers.connection !== 'close') reply.removeHeader('connection');
  });
  app.addHook('onResponse', async ({ raw }) => {
    const { socket } = raw;
    // A call that a page makes within this process has no connection.
    if (raw.complete || !(socket instanceof Socket)) return;
    const most = socket.bytesRead + MOST_BYTES;
    const until = performance.now() + LONGEST;
    const timer = setInterval(() => {
      if (socket.bytesRead > most || performance.now() > until) socket.destroy();
      if (raw.complete || socket.destroyed) clearInterval(timer);
    }, LOOK).unref();
  });
}
