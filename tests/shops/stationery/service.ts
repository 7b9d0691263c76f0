import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createService } from './server/server.ts';
import { createStore, type Store } from './server/store.ts';

/** How a service can answer that says nothing of use. */
export const SPOILED = {
  'too late': async (reply: FastifyReply) => {
    await new Promise((resolve) => setTimeout(resolve, 6000));
    return reply.send({ items: [], total: 0, page: 1 });
  },
  'with a web page': async (reply: FastifyReply) =>
    reply.type('text/html').send('<!doctype html><h1>Down for maintenance</h1>'),
  'by a redirect to a login elsewhere': async (reply: FastifyReply) =>
    reply.redirect('https://login.example.com/?next=products'),
  'with five megabytes': async (reply: FastifyReply) =>
    reply.send({ items: [], total: 0, page: 1, debug: 'x'.repeat(5_000_000) }),
};

/** The service that the shop stands in front of, on one port for as long as it is used. */
export interface RunningService {
  /** What the shop is given: the address with its `/v1`. */
  base: string;
  store: Store;
  /** How the list of products is answered from now on; as it should be when it is null. */
  spoil(how: keyof typeof SPOILED | null): void;
  /** Nobody answers until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function runService(): Promise<RunningService> {
  const store = createStore();
  let spoiled: keyof typeof SPOILED | null = null;
  async function open(port: number): Promise<FastifyInstance> {
    const opened = createService(store);
    opened.addHook('onRequest', async (request, reply) => {
      if (spoiled !== null && request.url.startsWith('/v1/products?')) await SPOILED[spoiled](reply);
    });
    await opened.listen({ port, host: '127.0.0.1' });
    return opened;
  }
  let app = await open(0);
  const { port } = app.server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}/v1`,
    store,
    spoil(how) {
      spoiled = how;
    },
    stop: async () => app.close(),
    async start() {
      app = await open(port);
    },
  };
}
