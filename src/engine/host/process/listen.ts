import type { FastifyInstance } from 'fastify';
import { portInUse } from './port.ts';

/**
 * Listens on a port that was free a moment ago.
 * @returns the address of the site
 * @throws StartFault when another process has taken the port
 */
export async function listenOn(app: FastifyInstance, port: number, host: string): Promise<string> {
  try {
    await app.listen({ port, host });
  } catch (fault) {
    throw (fault as NodeJS.ErrnoException).code === 'EADDRINUSE' ? portInUse(port) : fault;
  }
  const address = app.server.address();
  return `http://localhost:${typeof address === 'object' ? (address?.port ?? '') : ''}`;
}
