import fastify, { type FastifyInstance } from 'fastify';
import { catalogueRoutes, mediaRoutes } from './catalogue-routes.ts';
import { accountRoutes, cartRoutes, orderRoutes } from './customer-routes.ts';
import { Problem } from './problem.ts';
import { createStore, type Store } from './store.ts';

/** The service of a stationer, in memory: JSON below `/v1`, pictures below `/media`. */
export function createService(store: Store = createStore()): FastifyInstance {
  const app = fastify({ forceCloseConnections: true });
  app.setErrorHandler((fault, _, reply) => {
    if (fault instanceof Problem)
      return reply.code(fault.status).send({ message: fault.message, errors: fault.errors });
    const { statusCode = 500 } = fault as { statusCode?: number };
    return reply.code(statusCode).send({ message: statusCode < 500 ? String(fault) : 'Something broke.' });
  });
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ message: 'There is nothing here.' }));
  app.register(
    async (api) => {
      catalogueRoutes(api, store);
      accountRoutes(api, store);
      cartRoutes(api, store);
      orderRoutes(api, store);
    },
    { prefix: '/v1' },
  );
  mediaRoutes(app, store);
  return app;
}

if (import.meta.main) {
  const url = await createService().listen({ port: Number(process.env['PORT'] ?? 4100) });
  console.log(`${url}/v1`);
}
