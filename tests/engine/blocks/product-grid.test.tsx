// @vitest-environment jsdom
import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { BARE, type Server, siteOf } from '../../support/open-page.tsx';

const site = await siteOf({
  'config/api/products.yaml': `products.list:
  get: /api/products
  query: { kind: { type: string, default: pens } }
  response: { list: 'product-card[]' }
  silent: true
basket.add: { post: /api/basket, encoding: json, body: { id: id, quantity: integer }, silent: true }
`,
  'config/pages/products.yaml': `name: products
path: /products
title: 文具
${BARE.replace('baseUser: false', 'baseUser: true')}
data: { products: { call: products.list, query: { kind: $query.kind } } }
blocks:
  - block: product-grid
    items: $data.products.list
    to: /products/{$item.id}
    label: 文具
    on:
      add:
        - { call: basket.add, body: { id: $event.product.id, quantity: 1 } }
        - { toast: '已加入 {$event.product.name}' }
  - { block: product-grid, items: $data.products.list, to: '/products/{$item.id}', max: 1, level: 3, label: 只看 }
`,
  'config/pages/product.yaml': `name: product
path: /products/:id
title: 产品
${BARE}
blocks: [{ block: text, text: '第 {$route.id} 号' }]
`,
});

const PEN = {
  id: 7,
  name: '走珠笔',
  image: '/img/pen.svg',
  price: 1280.5,
  original_price: 1500,
  unit: '箱',
  note: '0.5 mm',
  tags: [{ text: '第二箱半价', tone: 'promo' }, { text: '速干' }],
  buy_notice: null,
};

const SHELVES: Readonly<Record<string, readonly unknown[]>> = {
  pens: [PEN, { id: 8, name: '印章', price: 28, buy_notice: '已售罄' }],
  withheld: [{ ...PEN, price: null, original_price: null }],
};

/** The page as a reader of this role sees it. */
const open = (path: string, server: Server = {}, role = 'approved') =>
  site.open(path, {
    'GET /api/user/base': () => ({ data: { show: role !== 'visitor', role } }),
    'GET /api/products': ({ query: { kind } }) => ({ data: { list: SHELVES[String(kind)] ?? [] } }),
    ...server,
  });

it('shows name, note, tags and the price as the site writes it, and leads to the product', async () => {
  const { user, page, address } = await open('/products');
  const grid = within(await page.findByRole('list', { name: '文具' }));
  expect(grid.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '走珠笔0.5 mm第二箱半价速干¥1,280.50/箱原价¥1,500.00加入购物车 走珠笔',
    '印章¥28.00已售罄',
  ]);
  const name = grid.getByRole('heading', { level: 2, name: '走珠笔' });
  await user.click(within(name).getByRole('link'));
  await page.findByText('第 7 号');
  expect(address()).toBe('/products/7');
});

it('ends at its most, and has no button where the page does not listen', async () => {
  const { page } = await open('/products');
  const grid = within(await page.findByRole('list', { name: '只看' }));
  expect(grid.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    '走珠笔',
  ]);
  expect(grid.queryByRole('button')).toBeNull();
});

it('adds the product once, however often it is pressed', async () => {
  const answer = Promise.withResolvers<{ data: unknown }>();
  const { user, page, requests } = await open('/products', { 'POST /api/basket': () => answer.promise });
  const button = await page.findByRole('button', { name: /^加入购物车 ?走珠笔$/ });
  await user.dblClick(button);
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
  await user.click(button);
  answer.resolve({ data: null });
  await page.findByText('已加入 走珠笔');
  expect(requests('POST /api/basket').map(({ body }) => body)).toEqual([{ id: 7, quantity: 1 }]);
  expect(button.getAttribute('aria-busy')).toBeNull();
});

it.each([
  ['visitor', '登录后可见'],
  ['member', '认证后可见'],
  ['approved', '暂无报价'],
])('says to a %s in place of a price that is withheld: %s', async (role, notice) => {
  const { page } = await open('/products?kind=withheld', {}, role);
  const grid = within(await page.findByRole('list', { name: '文具' }));
  await grid.findByText(notice);
  expect(grid.getByRole('article').textContent).not.toMatch(/¥|加入/);
});

it('says so when there is nothing', async () => {
  const { page } = await open('/products?kind=nothing');
  expect(await page.findAllByText('暂无产品')).toHaveLength(2);
  expect(page.queryByRole('list')).toBeNull();
});
