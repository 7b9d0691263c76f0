import type { FastifyInstance } from 'fastify';
import { attachment } from '../files/register.ts';
import { type AppContext, recogniseVisitor } from '../http/context.ts';
import { send } from '../http/reply.ts';
import { mayUse, memberOf } from '../http/visitor.ts';
import { refuse } from '../result/answer.ts';
import type { Document } from './documents.ts';

interface DocumentRoute {
  Params: { name: string; id: string };
}

/** Documents a minute from one network address: each is generated anew. */
const MAX_PER_MINUTE = 120;

/** `GET /api/document/{name}/{id}`: files that are generated on request, for members whom the document's `access` admits. */
export function registerDocuments(
  app: FastifyInstance,
  context: AppContext,
  documents: ReadonlyMap<string, Document>,
): void {
  const { db, site, uploads, now } = context;
  const config = { rateLimit: { max: MAX_PER_MINUTE, timeWindow: 60_000 } };
  app.get<DocumentRoute>('/api/document/:name/:id', { config }, async (request, reply) => {
    const document = documents.get(request.params.name);
    if (!document) return send(reply, refuse('notFound'));
    await recogniseVisitor(context, request, reply);
    const { visitor } = request;
    if (visitor.role === 'visitor') return send(reply, refuse('loginRequired'));
    if (!mayUse(visitor.role, document.access)) return send(reply, refuse('forbidden'));
    const member = memberOf(visitor);
    const file = await document.make({ db, site, uploads, member, now: now(), id: request.params.id });
    if ('refusal' in file) return send(reply, file);
    reply.headers({
      'content-disposition': attachment(file.name, file.inline ?? false),
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
    return reply.type(file.type).send(Buffer.from(file.bytes));
  });
}
