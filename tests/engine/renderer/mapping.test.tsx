// @vitest-environment jsdom
import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { type Server, siteOf } from '../../support/open-page.tsx';
import { FILES, HITS } from './foreign-shop.ts';

const site = await siteOf(FILES);

const open = (server: Server = {}) =>
  site.open('/catalog', { 'GET /api/catalog': () => ({ data: { hits: HITS } }), ...server });

it('shows what another API answers, under its names, and leads where the answer says', async () => {
  const { user, page, address } = await open();
  const grid = within(await page.findByRole('list', { name: '文具' }));
  expect(grid.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '走珠笔山野 · 0.5 mm速干新品¥6.50/件加入购物车 走珠笔',
    '印章山野 · ¥28.00/件加入购物车 印章',
  ]);
  await user.click(grid.getByRole('link', { name: '印章' }));
  await page.findByText('这是 stamp');
  expect(address()).toBe('/catalog/stamp');
});

it('sends what the block calls the product, and what only the answer has', async () => {
  const { user, page, requests } = await open({ 'POST /api/basket': () => ({ data: null }) });
  await user.click(await page.findByRole('button', { name: /走珠笔/ }));
  await page.findByText('已加入 走珠笔');
  expect(requests('POST /api/basket').map(({ body }) => body)).toEqual([{ sku: 7, variant: 'black' }]);
});

it('leads where a new answer says, though nothing that is shown has changed', async () => {
  let hits = HITS;
  const { user, page, requests } = await open({
    'GET /api/catalog': () => ({ data: { hits } }),
    'POST /api/basket': () => ({ data: null }),
  });
  const card = await page.findByRole('link', { name: '印章' });
  hits = HITS.map((hit) => ({ ...hit, handle: `new-${hit.handle}` }));
  await user.click(page.getByRole('button', { name: /走珠笔/ }));
  await expect.poll(() => requests('GET /api/catalog')).toHaveLength(2);
  await expect.poll(() => card.getAttribute('href')).toBe('/catalog/new-stamp');
});
