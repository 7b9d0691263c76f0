// @vitest-environment jsdom
import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { BARE, type Server, siteOf } from '../../support/open-page.tsx';

const site = await siteOf({
  'config/api/products.yaml': `product.one: { get: '/api/products/{id}', params: { id: string }, response: product-detail, silent: true }
basket.add:
  post: /api/basket
  encoding: json
  body: { product: string, variant: { type: any, optional: true }, quantity: integer }
  silent: true
`,
  'config/api/foreign.yaml': `foreign.one:
  get: '/api/foreign/{id}'
  params: { id: string }
  response:
    gid: integer
    title: string
    body_html: string
    images: { list: true, fields: { src: string } }
    options: { list: true, fields: { title: string, values: 'string[]' } }
    variants:
      list: true
      fields:
        sku: string
        chosen: { list: true, fields: { value: string } }
        price: { fields: { amount: number } }
        available: { type: integer, optional: true }
        media: { optional: true, fields: { src: string } }
  silent: true
`,
  'config/pages/foreign.yaml': `name: foreign
path: /foreign/:id
title: 别家的产品
${BARE}
data: { one: { call: foreign.one, params: { id: $route.id } } }
blocks:
  - block: product-detail
    product:
      from: $data.one
      id: gid
      name: title
      price: variants[0].price.amount
      pictures: images[].src
      html: body_html
      options: { from: options, name: title, values: values }
      variants:
        from: variants
        id: sku
        values: chosen[].value
        price: price.amount
        stock: available
        picture: media.src
    on: { add: [{ toast: '{$event.variant.id} × {$event.quantity}，{$event.item.title} {$event.item.variants[1].sku}' }] }
`,
  'config/pages/product.yaml': `name: product
path: /products/:id
title: 产品
${BARE.replace('baseUser: false', 'baseUser: true')}
data: { product: { call: product.one, params: { id: $route.id } } }
blocks:
  - block: product-detail
    product: $data.product
    variant: $query.variant
    on:
      choose: [{ query: { variant: $event.variant.id }, replace: true }]
      add:
        - call: basket.add
          body: { product: '{$event.product.id}', variant: $event.variant.id, quantity: $event.quantity }
        - { toast: '已加入 {$event.product.name}' }
`,
});

const PEN = {
  id: 7,
  name: '走珠笔',
  note: '笔芯可换',
  pictures: ['/img/black.svg', '/img/blue.svg', '/img/box.svg'],
  price: 6.5,
  original_price: 8,
  unit: '支',
  options: [
    { name: '颜色', values: ['黑色', '蓝色', '墨绿'] },
    { name: '粗细', values: ['0.38', '0.5'] },
  ],
  variants: [
    { id: 'v1', values: ['黑色', '0.38'], stock: 240 },
    { id: 'v2', values: ['黑色', '0.5'], stock: 3 },
    { id: 'v3', values: ['蓝色', '0.5'], price: 7.2, picture: '/img/blue.svg' },
    { id: 'v4', values: ['墨绿', '0.38'], stock: 0 },
    { id: 'v5', values: ['墨绿', '0.5'], stock_text: '预售' },
  ],
  facts: [{ term: '产地', value: '宁波' }],
  html: '<h2>换芯</h2><p onclick="steal()">拧下笔尖<script>steal()</script></p>',
};

const PRODUCTS: Readonly<Record<string, unknown>> = {
  pen: PEN,
  ink: { id: 8, name: '墨水', price: 30, unit: '瓶', stock: 7, min_quantity: 2, quantity_step: 2 },
  stamp: { id: 9, name: '印章', price: 28, buy_notice: '已下架' },
  hidden: { ...PEN, price: null, original_price: null },
  beans: {
    id: 10,
    name: '咖啡豆',
    price: 68,
    variants: [
      { id: 1, name: '豆', stock: 0 },
      { id: 2, name: '粉', stock_text: '', buy_notice: '' },
    ],
  },
};

const open = (path: string, server: Server = {}, role = 'approved') =>
  site.open(path, {
    'GET /api/user/base': () => ({ data: { show: role !== 'visitor', role } }),
    ...Object.fromEntries(
      Object.entries(PRODUCTS).map(([id, data]) => [`GET /api/products/${id}`, () => ({ data })]),
    ),
    ...server,
  });

type Page = Awaited<ReturnType<typeof open>>['page'];
const choice = (page: Page, group: string, value: string): HTMLInputElement =>
  within(page.getByRole('group', { name: group })).getByRole('radio', { name: new RegExp(`^${value}`) });
const large = (page: Page) => page.getByRole('button', { name: /^放大看/ }).querySelector('img');

it('shows name, price, choices, properties and a description without what acts', async () => {
  const { page } = await open('/products/pen');
  await page.findByRole('heading', { level: 1, name: '走珠笔' });
  page.getByText('笔芯可换');
  expect(page.getByText('价格').parentElement?.textContent).toBe('价格¥6.50/支原价¥8.00');
  expect(choice(page, '颜色', '黑色').checked).toBe(true);
  expect(choice(page, '粗细', '0.38').checked).toBe(true);
  expect(page.getByText('产地').nextElementSibling?.textContent).toBe('宁波');
  const text = page.getByText('拧下笔尖');
  expect(text.outerHTML).toBe('<p>拧下笔尖</p>');
});

it('leads from choices to a variant, with its price, its picture and its stock', async () => {
  const { user, page, address } = await open('/products/pen');
  await page.findByRole('heading', { name: '走珠笔' });
  await user.click(choice(page, '粗细', '0.5'));
  page.getByText('仅剩 3 支');
  // There is no blue one of 0.38, and this is the way to the one of 0.5.
  await user.click(choice(page, '颜色', '蓝色'));
  expect(page.getByText('价格').parentElement?.textContent).toMatch(/¥7\.20/);
  expect(large(page)?.getAttribute('src')).toBe('/img/blue.svg');
  await expect.poll(address).toBe('/products/pen?variant=v3');
  expect(choice(page, '粗细', '0.38').labels?.[0]?.textContent).toBe('0.38 无货');
  expect(document.activeElement).toBe(choice(page, '颜色', '蓝色'));
});

it('begins with the variant of the address, and goes with it', async () => {
  const { user, page, back } = await open('/products/pen?variant=v5');
  await page.findByText('预售');
  await user.click(choice(page, '粗细', '0.38'));
  expect(choice(page, '颜色', '墨绿').checked).toBe(true);
  page.getByText('无货', { selector: 'p' });
  expect(page.queryByRole('button', { name: '加入购物车' })).toBeNull();
  back();
});

it('adds what was chosen, once, however often it is pressed', async () => {
  const answer = Promise.withResolvers<{ data: unknown }>();
  const { user, page, requests } = await open('/products/pen?variant=v3', {
    'POST /api/basket': () => answer.promise,
  });
  const button = await page.findByRole('button', { name: '加入购物车' });
  await user.click(page.getByRole('button', { name: '增加数量' }));
  await user.dblClick(button);
  answer.resolve({ data: null });
  await page.findByText('已加入 走珠笔');
  expect(requests('POST /api/basket').map(({ body }) => body)).toEqual([
    { product: '7', variant: 'v3', quantity: 2 },
  ]);
});

it('sells whole packs within the stock, and goes back to what was wanted when there is more', async () => {
  const { user, page } = await open('/products/ink');
  const quantity = await page.findByRole('spinbutton', { name: '数量' });
  const value = () => quantity.getAttribute('aria-valuenow');
  expect(value()).toBe('2');
  await user.clear(quantity);
  await user.type(quantity, '20{Enter}');
  expect(value()).toBe('6');
  expect(page.queryByRole('group')).toBeNull();

  const pens = await open('/products/pen');
  const count = await pens.page.findByRole('spinbutton', { name: '数量' });
  await pens.user.clear(count);
  await pens.user.type(count, '9{Enter}');
  await pens.user.click(choice(pens.page, '粗细', '0.5'));
  expect(count.getAttribute('aria-valuenow')).toBe('3');
  await pens.user.click(choice(pens.page, '粗细', '0.38'));
  expect(count.getAttribute('aria-valuenow')).toBe('9');
});

it('offers variants by name where they have no groups, first one that can be bought', async () => {
  const { page } = await open('/products/beans');
  await page.findByRole('heading', { name: '咖啡豆' });
  expect(choice(page, '款式', '粉').checked).toBe(true);
  // An empty text is no reason against buying.
  page.getByRole('button', { name: '加入购物车' });
  expect(choice(page, '款式', '豆').labels?.[0]?.textContent).toBe('豆 无货');
});

it('says why it cannot be bought', async () => {
  const { page } = await open('/products/stamp');
  await page.findByText('已下架');
  expect(page.queryByRole('spinbutton')).toBeNull();
  expect(page.queryByRole('button', { name: '加入购物车' })).toBeNull();
});

it('leads a reader who may not see prices to where that ends', async () => {
  const { page } = await open('/products/hidden', {}, 'visitor');
  await page.findByText('登录后可见');
  expect(page.getByRole('link', { name: '登录查看价格' }).getAttribute('href')).toMatch(/^\/login/);
  expect(page.queryByRole('button', { name: '加入购物车' })).toBeNull();
});

it('shows another picture, and one closely', async () => {
  const { user, page } = await open('/products/pen');
  const strip = within(await page.findByRole('region', { name: '图片' }));
  await user.click(strip.getByRole('button', { name: '图片 3' }));
  expect(large(page)?.getAttribute('src')).toBe('/img/box.svg');
  expect(strip.getByRole('button', { name: '图片 3' }).getAttribute('aria-pressed')).toBe('true');
  await user.click(page.getByRole('button', { name: '放大看 走珠笔' }));
  const dialog = within(await page.findByRole('dialog', { name: '走珠笔' }));
  expect(dialog.getByRole('img', { name: '走珠笔' }).getAttribute('src')).toBe('/img/box.svg');
  await user.click(dialog.getByRole('button', { name: '关闭' }));
  await expect.poll(() => page.queryByRole('dialog')).toBeNull();
});

it('shows a product of an API with other names, and what only that has reaches its actions', async () => {
  const one = {
    gid: 5,
    title: '衬衫',
    body_html: '<p>纯棉</p>',
    images: [{ src: '/img/a.svg' }, { src: '/img/b.svg' }],
    options: [{ title: '尺码', values: ['M', 'L'] }],
    variants: [
      { sku: 'S-M', chosen: [{ value: 'M' }], price: { amount: 199 }, available: 0 },
      { sku: 'S-L', chosen: [{ value: 'L' }], price: { amount: 209 }, media: { src: '/img/b.svg' } },
    ],
  };
  const { user, page } = await open('/foreign/5', { 'GET /api/foreign/5': () => ({ data: one }) });
  await page.findByRole('heading', { level: 1, name: '衬衫' });
  expect(choice(page, '尺码', 'L').checked).toBe(true);
  expect(page.getByText('价格').parentElement?.textContent).toBe('价格¥209.00');
  expect(large(page)?.getAttribute('src')).toBe('/img/b.svg');
  await user.click(page.getByRole('button', { name: '加入购物车' }));
  await page.findByText('S-L × 1，衬衫 S-L');
});
