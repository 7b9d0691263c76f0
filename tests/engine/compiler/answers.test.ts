import { describe, expect, it } from 'vitest';
import { BASE, compileShop } from '../../support/base-shop.ts';

const CALLS = `products.list:
  get: /api/products
  query: { page: { type: integer, default: 1 } }
  response: { page: product-card }
products.best:
  get: /api/products/best
  response: { page: product-card }
  answers: { data: /result }
  page: { list: '', total: { header: X-Total-Count } }
products.names:
  get: /api/products/names
  response: { names: 'string[]' }
`;

const siteWith = (api: string) => ({
  'config/site.yaml': BASE['config/site.yaml']?.replace('api: { serverRenderTimeout: 100 }', api) ?? '',
  'config/api/products.yaml': CALLS,
});

describe('how an API writes its answers', () => {
  it('is said once for the site, and otherwise by a call', async () => {
    const { site, calls } = await compileShop(
      siteWith('api: { answers: { message: /error/message }, page: { list: /items, total: /count } }'),
    );
    expect(site.api).toMatchObject({
      answers: { message: '/error/message' },
      page: { list: '/items', total: '/count' },
    });
    expect(calls['products.list']).toMatchObject({ paged: true });
    expect(calls['products.best']).toMatchObject({
      answers: { data: '/result' },
      paged: { list: '', total: { header: 'X-Total-Count' } },
    });
    expect(calls['products.names']).not.toHaveProperty('paged');
  });

  it('needs no word where it is the envelope of the engine', async () => {
    const { site, calls } = await compileShop({ 'config/api/products.yaml': CALLS });
    expect(site.api).not.toHaveProperty('answers');
    expect(calls['products.list']).not.toHaveProperty('paged');
  });

  it.each([
    ['a pointer without its slash', 'api: { answers: { data: result } }'],
    ['a success that is neither', 'api: { answers: { ok: { at: /code } } }'],
    ['a page without its list', 'api: { page: { total: /count } }'],
  ])('is refused as %s', async (_, api) => {
    await expect(compileShop(siteWith(api))).rejects.toThrow(/config-shape/);
  });
});
