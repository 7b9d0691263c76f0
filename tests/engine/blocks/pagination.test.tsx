// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { BARE, type Server, siteOf } from '../../support/open-page.tsx';

const site = await siteOf({
  'config/api/goods.yaml': `goods.list:
  get: /api/goods
  query: { page: { type: integer, default: 1 } }
  response: { list: { list: true, fields: { id: integer, name: string } }, page: integer, total: integer }
  silent: true
`,
  'config/pages/goods.yaml': `name: goods
path: /goods
title: 商品
${BARE}
data: { goods: { call: goods.list, query: { page: $query.page } } }
blocks:
  - block: repeat
    items: $data.goods.list
    blocks: [{ block: text, text: '{$item.name}' }]
  - block: pagination
    page: $data.goods.page
    pageSize: 20
    total: $data.goods.total
    on: { change: [{ query: { page: $event.page } }] }
  - { block: pagination, label: 一页就够, page: 1, pageSize: 20, total: 20, on: { change: [{ query: { page: $event.page } }] } }
`,
});

const server: Server = {
  'GET /api/goods': ({ query: { page } }) => ({
    data: { list: [{ id: 1, name: `第 ${Number(page)} 页` }], page: Number(page), total: 245 },
  }),
};

it('goes on, back, and to a page by its number; that page is requested', async () => {
  const { user, page, address, requests } = await site.open('/goods', server);
  await user.click(await page.findByRole('button', { name: '下一页' }));
  await expect.poll(address).toBe('/goods?page=2');
  await page.findByText('第 2 页');
  await user.click(page.getByRole('button', { name: '第 13 页' }));
  await page.findByText('第 13 页', { selector: 'p' });
  await user.click(page.getByRole('button', { name: '上一页' }));
  await page.findByText('第 12 页', { selector: 'p' });
  expect(requests('GET /api/goods').map(({ query }) => query['page'])).toEqual(['1', '2', '13', '12']);
});

it('marks the page on show and ends at both ends', async () => {
  const { page } = await site.open('/goods?page=13', server);
  const last = await page.findByRole('button', { name: '第 13 页' });
  expect(last.getAttribute('aria-current')).toBe('page');
  expect(page.getByRole('button', { name: '下一页' }).hasAttribute('disabled')).toBe(true);
  expect(page.getByRole('button', { name: '上一页' }).hasAttribute('disabled')).toBe(false);
  expect(page.getByText('共 245 条')).not.toBeNull();
});

it('is left out where one page holds all', async () => {
  const { page } = await site.open('/goods', server);
  await page.findByRole('navigation', { name: '分页' });
  expect(page.queryByRole('navigation', { name: '一页就够' })).toBeNull();
});

it('goes to the last page from an address beyond it', async () => {
  const { user, page, address } = await site.open('/goods?page=99', server);
  await user.click(await page.findByRole('button', { name: '上一页' }));
  await expect.poll(address).toBe('/goods?page=13');
});

it.each([
  ['7', '/goods?page=7'],
  ['999', '/goods?page=13'],
])('jumps to what is typed with Enter: %s', async (typed, to) => {
  const { user, page, address } = await site.open('/goods', server);
  const field: HTMLInputElement = await page.findByRole('textbox', { name: '到第' });
  await user.type(field, `${typed}{Enter}`);
  await expect.poll(address).toBe(to);
  expect(field.value).toBe('');
});

it.each(['0', '-3', '1.5', 'abc', ''])('stays where it is for %j', async (typed) => {
  const { user, page, requests, address } = await site.open('/goods', server);
  const field = await page.findByRole('textbox', { name: '到第' });
  await user.click(field);
  await user.paste(typed);
  await user.keyboard('{Enter}');
  await user.click(page.getByRole('button', { name: '第 2 页' }));
  await expect.poll(address).toBe('/goods?page=2');
  expect(requests('GET /api/goods').map(({ query }) => query['page'])).toEqual(['1', '2']);
});

it('keeps the focus of the keyboard where it was pressed', async () => {
  const { user, page } = await site.open('/goods', server);
  (await page.findByRole('button', { name: '下一页' })).focus();
  await user.keyboard('{Enter}');
  await page.findByText('第 2 页', { selector: 'p' });
  await user.keyboard(' ');
  await page.findByText('第 3 页', { selector: 'p' });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('下一页');
});
