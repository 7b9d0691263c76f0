import { expect, it } from 'vitest';
import { FILES, HITS } from './foreign-shop.ts';
import { shopOf, textOf } from './shop.ts';

const shop = await shopOf(FILES);

it('renders a mapped block on a server', async () => {
  const { html, errors } = await shop.open('/catalog', { '/api/catalog': { data: { hits: HITS } } });
  expect(errors).toEqual([]);
  expect(textOf(html)).toEqual(expect.arrayContaining(['走珠笔', '山野 · 0.5 mm', '速干', '印章']));
  expect(html).toContain('href="/catalog/rollerball"');
});
