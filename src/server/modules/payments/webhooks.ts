import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../kernel/http/context.ts';
import { receiveReport } from './commands/receive-report.ts';

/**
 * Registers the webhooks of real gateways: `POST /api/pay/notify/<gateway>`. They are no calls of the registry, because
 * request and response have the gateway's own format. Any response but `success` makes the gateway retry.
 */
export function registerGatewayWebhooks(
  app: FastifyInstance,
  { db, gateways, now }: Pick<AppContext, 'db' | 'gateways' | 'now'>,
): void {
  if (gateways.sandbox) return;
  for (const name of gateways.offered) {
    app.post(`/api/pay/notify/${name}`, { config: { priority: 'high' } }, async (request, reply) => {
      reply.type('text/plain');
      const gateway = await gateways.open(db, name);
      const report = gateway?.parseNotification(texts(request.body)) ?? null;
      if (!report) return reply.code(gateway ? 400 : 404).send('failure');
      const taken = await receiveReport(db, name, report, now());
      return taken.ok ? 'success' : reply.code(taken.code).send('failure');
    });
  }
}

function texts(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
}
