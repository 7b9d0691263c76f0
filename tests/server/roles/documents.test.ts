import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { type Actor, type ActorName, type Cast, OTHERS, openWorld } from './actors.ts';
import { order } from './objects.ts';

/* Documents and files are no calls: they have addresses of their own. */
describe('documents of an order', () => {
  let shop: TestApp;
  let cast: Cast;
  beforeAll(async () => {
    ({ shop, cast } = await openWorld());
  });
  afterAll(() => shop.close());

  async function fetched({ browser }: Actor, name: string, id: number) {
    const headers = browser.cookie === undefined ? {} : { cookie: `sid=${browser.cookie}` };
    const { statusCode, body } = await shop.app.inject({ url: `/api/document/${name}/${id}`, headers });
    return { statusCode, body: statusCode === 200 ? 'a file' : body };
  }

  it.for([
    ['sheet', 200],
    ['delivery', 404],
  ] as const)(
    '%s: given to its company and staff, to others as if there were none',
    async ([name, status]) => {
      const id = await order.make(cast.stranger, shop);
      expect((await fetched(cast.visitor, name, id)).statusCode).toBe(401);
      const own = await fetched(cast.stranger, name, id);
      expect(own.statusCode).toBe(status);
      const toStaff = await fetched(cast.staff, name, id);
      expect(toStaff).toEqual(own);
      for (const actor of ['member', 'approved', 'store', 'head'] satisfies ActorName[]) {
        const absent = await fetched(cast[actor], name, 999_999_999);
        expect([actor, absent.statusCode]).toEqual([actor, 404]);
        for (const other of OTHERS[actor]) {
          const theirs = await order.make(cast[other], shop);
          expect([actor, other, await fetched(cast[actor], name, theirs)]).toEqual([actor, other, absent]);
        }
      }
    },
  );
});
