import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isClusterWorker } from './cluster.ts';
import { portInUse } from './port.ts';

/**
 * Connections that may wait to be taken. One more than fit is tried again by its client after one second, three, seven: with
 * Node's 511 a rush waits longer for its connection than for an answer. Linux takes `net.core.somaxconn` (4096) at most.
 */
const BACKLOG = 4096;

/**
 * Sockets that listen on the port. From each libuv takes one connection a turn of the event loop (libuv/libuv#3696), and a turn
 * takes as long as the requests that came meanwhile: from one socket, a rush of a thousand connections would wait for minutes
 * before the first byte of theirs is read, where it could be refused at once.
 */
const SOCKETS = 32;

/**
 * Whether sockets of one process may share a port. In a cluster the first process takes the connections, and does nothing
 * else.
 */
const sharesPort = (): boolean => process.platform === 'linux' && !isClusterWorker();

/**
 * Listens on a port that was free a moment ago.
 * @param prepare what the app, which is complete now, does before it takes connections
 * @returns the address of the site
 * @throws StartFault when another process has taken the port
 */
export async function listenOn(
  app: FastifyInstance,
  port: number,
  host: string,
  prepare?: () => Promise<void>,
): Promise<string> {
  const isShared = sharesPort();
  let more: readonly Server[] = [];
  app.addHook('preClose', async () => {
    for (const server of more) server.close();
  });
  await prepare?.();
  try {
    await app.listen({ port, host, backlog: BACKLOG, ...(isShared && { reusePort: true }) });
  } catch (fault) {
    throw (fault as NodeJS.ErrnoException).code === 'EADDRINUSE' ? portInUse(port) : fault;
  }
  const address = app.server.address();
  const actual = typeof address === 'object' ? address?.port : undefined;
  if (isShared && actual !== undefined)
    more = await Promise.all(Array.from({ length: SOCKETS - 1 }, () => listenToo(app, actual, host)));
  return `http://localhost:${actual ?? ''}`;
}

/** One more socket on the port, whose connections the app serves as its own. */
async function listenToo(app: FastifyInstance, port: number, host: string): Promise<Server> {
  // As Node's HTTP server sets its own.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    app.server.emit('connection', socket),
  );
  server.listen({ port, host, backlog: BACKLOG, reusePort: true });
  await once(server, 'listening');
  return server;
}
