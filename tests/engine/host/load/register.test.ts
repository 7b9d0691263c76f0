import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LIMITS } from '#engine/host/load/gate.ts';
import { registerLoadGate } from '#engine/host/load/register.ts';

let app: FastifyInstance;
let begun: PromiseWithResolvers<void>;
let held: PromiseWithResolvers<string>;

/** A server with room for one piece of work. */
beforeEach(async () => {
  begun = Promise.withResolvers();
  held = Promise.withResolvers();
  app = fastify();
  await registerLoadGate(app, (reply) => reply.code(503).send(), { ...LIMITS, max: 1, min: 1 });
  app.get('/img/made-here', () => {
    begun.resolve();
    return held.promise;
  });
  app.get('/img/made-elsewhere', (request) => {
    begun.resolve();
    return request.waitFor(held.promise);
  });
  app.get('/img/other', async () => 'made');
});
afterEach(() => app.close());

/** How another request is answered while one is under way, and the status of that in the end. */
async function answersBeside(path: string): Promise<[number, number]> {
  const first = app.inject(path).then(({ statusCode }) => statusCode);
  await begun.promise;
  const { statusCode: beside } = await app.inject('/img/other');
  held.resolve('made');
  return [beside, await first];
}

it('refuses what there is no room for', async () => {
  await expect(answersBeside('/img/made-here')).resolves.toEqual([503, 200]);
});

it('has room while a request waits for another thread', async () => {
  await expect(answersBeside('/img/made-elsewhere')).resolves.toEqual([200, 200]);
});
