import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '#generated/calls.ts';
import type { TestApp } from '../support/app.ts';
import type { Inputs } from '../support/browser.ts';
import { shopRegistry } from '../support/registry.ts';
import { ACTORS, type Cast, openWorld } from './actors.ts';

const { calls } = await shopRegistry();
const PUBLIC = Object.entries(calls).flatMap(([name, binding]) => (binding.public ? [name as CallName] : []));

/** What those with parameters are asked about. */
const ABOUT: Partial<Record<CallName, Inputs<CallName>>> = {
  'focus.show': { params: { name: 'index' } },
  'focus.brand': { params: { id: 1 } },
  'article.help': { params: { page: 'hyzc' } },
};

/* The server renders pages of one reader with answers that another one was given. */
describe('a call that is declared public', () => {
  let shop: TestApp;
  let cast: Cast;
  beforeAll(async () => {
    ({ shop, cast } = await openWorld());
  });
  afterAll(() => shop.close());

  async function anArticle(): Promise<number> {
    const { data } = await cast.visitor.browser.call('article.list');
    return data.list[0]?.id ?? 0;
  }

  it.for(PUBLIC)('%s: gives every reader the same answer', async (name) => {
    const inputs = name === 'article.detail' ? { params: { id: await anArticle() } } : (ABOUT[name] ?? {});
    const [first, ...others] = await Promise.all(
      ACTORS.map(async (actor) => {
        const { status, data } = await cast[actor].browser.call(name, inputs);
        return { status, data };
      }),
    );
    expect(first).toMatchObject({ status: 200, data: expect.anything() });
    for (const other of others) expect(other).toEqual(first);
  });
});
