// @vitest-environment jsdom
import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { GoodsCard } from '#generated/schemas.ts';
import schema from '../../../schemas/shop/blocks/goods-table.schema.json' with { type: 'json' };
import { BARE, type Server, siteOf } from '../../support/open-page.tsx';

const site = await siteOf({
  'config/api/goods.yaml': `goods.list: { get: /api/goods, response: { list: 'goods-card[]' }, silent: true }
goods.star: { post: '/api/star/{id}', params: { id: integer }, renews: [goods.list] }
goods.unstar: { post: '/api/unstar/{id}', params: { id: integer }, renews: [goods.list] }
cart.add: { post: /api/cart, encoding: json, body: { params: 'cart-line-to-add[]' }, repeat: parallel, success: true }
`,
  'config/pages/goods.yaml': `name: goods
path: /goods
title: 商品
${BARE}
data: { goods: { call: goods.list } }
blocks:
  - block: goods-table
    items: $data.goods.list
    to: /goods/{$item.id}
    columns: [{ label: 产地, value: $item.origin }]
    on:
      add: [{ call: cart.add, body: { params: [$event.line] } }]
      favorite: [{ call: goods.star, params: { id: $event.goods_id } }]
      unfavorite: [{ call: goods.unstar, params: { id: $event.goods_id } }]
      apply: [{ toast: '申请{$event.goods.name}' }]
`,
  'config/pages/one.yaml': `name: one
path: /goods/:id
title: 一个商品
${BARE}
blocks: [{ block: text, text: '第 {$route.id} 个' }]
`,
});

const card = (parts: Partial<GoodsCard> & { id: number; name: string }) =>
  ({ ...schema.examples[0]?.items[0], ...parts }) as GoodsCard;

const GOODS = [
  card({
    id: 1,
    name: '阿莫西林',
    qg_number: 20,
    multiple: 10,
    number: 95,
    origin: '河北',
    last_price: 12.8,
  }),
  card({
    id: 2,
    name: '布洛芬',
    price: null,
    price_notice: '认证后可见',
    is_buy: 0,
    buy_notice: '认证后可购买',
  }),
  card({ id: 3, name: '硝苯地平', number: 0, is_buy: 0, buy_notice: '暂时缺货' }),
  card({ id: 4, name: '控销药', is_controlled: 1, can_apply: 1, is_buy: 0 }),
];

const server: Server = {
  'GET /api/goods': () => ({ data: { list: GOODS } }),
  'POST /api/cart': () => ({ data: { ids: [1] }, message: '已加入购物车' }),
};

async function open(given = server) {
  const opened = await site.open('/goods', given);
  const table = within(await opened.page.findByRole('table', { name: '商品' }));
  const row = (name: string) => within(table.getByRole('row', { name: new RegExp(name) }));
  return { ...opened, table, row };
}

const FIELD = '阿莫西林 数量';

it('adds whole packages from the least number on, with the price on show', async () => {
  const { user, row, page, requests } = await open();
  const amount: HTMLInputElement = row('阿莫西林').getByRole('spinbutton', { name: FIELD });
  expect(amount.value).toBe('20');
  expect(
    row('阿莫西林')
      .getByRole('button', { name: `减少${FIELD}` })
      .hasAttribute('disabled'),
  ).toBe(true);
  await user.click(row('阿莫西林').getByRole('button', { name: `增加${FIELD}` }));
  await user.click(row('阿莫西林').getByRole('button', { name: '加入购物车:阿莫西林' }));
  await page.findByText('已加入购物车');
  expect(requests('POST /api/cart').map(({ body }) => body)).toMatchObject([
    { params: [{ goods_id: 1, number: 30, ck_id: 1, price: 12.5 }] },
  ]);
});

it.each([
  ['33', '40'],
  ['1', '20'],
  ['500', '90'],
  ['5o', '20'],
  ['', '20'],
])('settles %j at %s', async (typed, settled) => {
  const { user, row } = await open();
  const amount: HTMLInputElement = row('阿莫西林').getByRole('spinbutton', { name: FIELD });
  await user.clear(amount);
  if (typed !== '') await user.type(amount, typed);
  await user.tab();
  expect(amount.value).toBe(settled);
});

it('is stepped with the keys of a spin button', async () => {
  const { user, row } = await open();
  const amount: HTMLInputElement = row('阿莫西林').getByRole('spinbutton', { name: FIELD });
  const after = async (keys: string) => {
    await user.keyboard(keys);
    return amount.value;
  };
  await user.click(amount);
  expect(await after('{ArrowUp}')).toBe('30');
  expect(await after('{End}')).toBe('90');
  expect(await after('{ArrowUp}')).toBe('90');
  expect(await after('{ArrowDown}')).toBe('80');
  expect(await after('{Home}')).toBe('20');
  expect(await after('{PageUp}')).toBe('90');
});

it('shows prices of steps and of the last order, and further columns', async () => {
  const { table, row } = await open();
  expect(table.getByRole('columnheader', { name: '产地' })).not.toBeNull();
  expect(row('阿莫西林').getByText('河北')).not.toBeNull();
  expect(row('布洛芬').getAllByText('—').length).toBeGreaterThan(0);
  expect(row('阿莫西林').getByText('50盒起 ¥12.10')).not.toBeNull();
  expect(row('阿莫西林').getByText('上次 ¥12.80')).not.toBeNull();
});

it('says why a good cannot be bought, and offers nothing to press', async () => {
  const { row } = await open();
  expect(row('布洛芬').getByText('认证后可见')).not.toBeNull();
  expect(row('布洛芬').getByText('认证后可购买')).not.toBeNull();
  expect(row('硝苯地平').getByText('暂时缺货')).not.toBeNull();
  expect(row('硝苯地平').queryByRole('spinbutton')).toBeNull();
  expect(row('布洛芬').queryByRole('button')).toBeNull();
});

it('has a controlled good applied for', async () => {
  const { user, row, page } = await open();
  await user.click(row('控销药').getByRole('button', { name: '申请采购 控销药' }));
  expect(await page.findByText('申请控销药')).not.toBeNull();
});

it('shows a favourite only when the server has it', async () => {
  let starred = 0;
  const star = (to: 0 | 1) => () => {
    starred = to;
    return { data: null };
  };
  const { user, row } = await open({
    'GET /api/goods': () => ({
      data: { list: GOODS.map((one) => ({ ...one, is_favorite: starred as 0 | 1 })) },
    }),
    'POST /api/star/1': star(1),
    'POST /api/unstar/1': star(0),
  });
  const heart = row('阿莫西林').getByRole('button', { name: '收藏 阿莫西林' });
  await user.click(heart);
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
  await user.click(heart);
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false');
});

it('says why the cart refused, and keeps the number', async () => {
  const { user, row, page } = await open({
    ...server,
    'POST /api/cart': () => ({ code: 400, message: '库存不足' }),
  });
  const amount: HTMLInputElement = row('阿莫西林').getByRole('spinbutton', { name: FIELD });
  await user.type(amount, '60');
  await user.click(row('阿莫西林').getByRole('button', { name: '加入购物车:阿莫西林' }));
  await page.findByText('库存不足');
  expect(amount.value).toBe('60');
});

it('leads to the good by its name', async () => {
  const { user, row, page } = await open();
  await user.click(row('布洛芬').getByRole('link', { name: '布洛芬' }));
  expect(await page.findByText('第 2 个')).not.toBeNull();
});

it('says what to do where nothing fits', async () => {
  const { page } = await site.open('/goods', { 'GET /api/goods': () => ({ data: { list: [] } }) });
  expect(await page.findByText('没有符合条件的商品,换个条件试试')).not.toBeNull();
});
