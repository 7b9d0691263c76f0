// @vitest-environment jsdom
import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { BARE, type Server, siteOf } from '../../support/open-page.tsx';

const site = await siteOf({
  'config/errors.yaml': `success: [200]
rules:
  - { on: [401], show: none, go: /login }
  - { on: { to: 499 }, show: toast, icon: error }
`,
  'config/api/basket.yaml': `basket.list: { get: /api/basket, response: { lines: 'cart-item[]' }, silent: true }
basket.change: { put: '/api/basket/{id}', params: { id: integer }, encoding: json, body: { quantity: integer }, renews: [basket.list] }
basket.remove: { post: /api/basket/remove, encoding: json, body: { id: integer }, renews: [basket.list] }
`,
  'config/pages/basket.yaml': `name: basket
path: /basket
title: 购物车
${BARE}
data: { basket: { call: basket.list } }
blocks:
  - block: cart-lines
    lines: $data.basket.lines
    to: /products/{$item.id}
    emptyLink: { text: 去逛逛, to: /shelf }
    on:
      quantity: [{ call: basket.change, params: { id: $event.line.id }, body: { quantity: $event.quantity } }]
      remove: [{ confirm: '删除 {$event.line.name}？' }, { call: basket.remove, body: { id: $event.line.id } }]
`,
  'config/pages/order.yaml': `name: order
path: /order
title: 订单
${BARE}
data: { basket: { call: basket.list } }
blocks: [{ block: cart-lines, lines: $data.basket.lines, label: 订单 }]
`,
  'config/pages/shelf.yaml': `name: shelf
path: /shelf
title: 货架
alias: ['/products/:id']
${BARE}
blocks: [{ block: text, text: 这里有很多笔 }]
`,
});

const PEN = {
  id: 1,
  name: '走珠笔',
  options: '黑色 · 0.5 mm',
  price: 6.1,
  unit: '支',
  quantity: 3,
  amount: 18,
  stock: 8,
  notice: '比加入时降了 0.1 元',
};
const BOOKMARK = { id: 2, name: '书签', price: 28, quantity: 2, unavailable: '已下架' };

const open = (lines: unknown, server: Server = {}, path = '/basket') =>
  site.open(path, {
    'GET /api/basket': () => ({ data: { lines: typeof lines === 'function' ? lines() : lines } }),
    ...server,
  });

it('shows what is in it, with the sum that the server gives or else price times quantity', async () => {
  const { user, page, address } = await open([
    PEN,
    BOOKMARK,
    { id: 3, name: '印章', price: null, quantity: 1 },
  ]);
  const lines = within(await page.findByRole('region', { name: '购物车' })).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '走珠笔黑色 · 0.5 mm比加入时降了 0.1 元¥6.10/支¥18.00',
    '书签已下架¥28.00× 2¥56.00',
    '印章登录后可见—',
  ]);
  // What cannot be bought has no quantity to choose.
  expect(page.getAllByRole('spinbutton')).toHaveLength(2);
  await user.click(page.getByRole('link', { name: '走珠笔' }));
  await page.findByText('这里有很多笔');
  expect(address()).toBe('/products/1');
});

it('shows a new quantity and its sum at once, and sends presses that follow one another as one', async () => {
  let quantity = PEN.quantity;
  const { user, page, requests } = await open(() => [{ ...PEN, quantity, amount: quantity * 6 }], {
    'PUT /api/basket/1': ({ body }) => {
      quantity = (body as { quantity: number }).quantity;
      return { data: null };
    },
  });
  const more = await page.findByRole('button', { name: '增加走珠笔 的数量' });
  await user.click(more);
  await user.click(more);
  expect(page.getByRole('spinbutton').getAttribute('aria-valuenow')).toBe('5');
  expect(page.getByText('¥30.50').getAttribute('aria-busy')).toBe('true');
  expect(requests('PUT /api/basket/1')).toEqual([]);
  await page.findByText('¥30.00');
  expect(requests('PUT /api/basket/1').map(({ body }) => body)).toEqual([{ quantity: 5 }]);
});

it('goes back to what it was when that is refused, and says why', async () => {
  const { user, page } = await open([PEN], {
    'PUT /api/basket/1': () => ({ code: 460, message: '只剩 3 支' }),
  });
  await user.click(await page.findByRole('button', { name: '增加走珠笔 的数量' }));
  await page.findByText('只剩 3 支');
  expect(page.getByRole('spinbutton').getAttribute('aria-valuenow')).toBe('3');
  page.getByText('¥18.00');
});

it('stays within the stock, and says so', async () => {
  const { user, page } = await open([PEN], { 'PUT /api/basket/1': () => ({ data: null }) });
  const quantity = await page.findByRole('spinbutton');
  await user.clear(quantity);
  await user.type(quantity, '90{Enter}');
  expect(quantity.getAttribute('aria-valuenow')).toBe('8');
  expect((await page.findByRole('status')).textContent).toBe('最多 8 支');
});

it('removes a line once the reader has said so', async () => {
  let lines: unknown[] = [PEN, BOOKMARK];
  const { user, page, requests } = await open(() => lines, {
    'POST /api/basket/remove': () => {
      lines = [PEN];
      return { data: null };
    },
  });
  await user.click(await page.findByRole('button', { name: '删除 书签' }));
  await user.click(await page.findByRole('button', { name: '确定' }));
  await expect.poll(() => page.queryByText('书签')).toBeNull();
  expect(requests('POST /api/basket/remove').map(({ body }) => body)).toEqual([{ id: 2 }]);
});

it('is a list to look at where the page does not listen', async () => {
  const { page } = await open([PEN], {}, '/order');
  const line = within(await page.findByRole('region', { name: '订单' })).getByRole('listitem');
  expect(line.textContent).toContain('× 3');
  expect(within(line).queryAllByRole('button')).toEqual([]);
  expect(within(line).queryByRole('link')).toBeNull();
});

it('leads on when there is nothing in it', async () => {
  const { user, page, address } = await open([]);
  await page.findByText('购物车还是空的');
  await user.click(page.getByRole('link', { name: '去逛逛' }));
  await expect.poll(address).toBe('/shelf');
});
