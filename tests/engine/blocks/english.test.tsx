// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { ENGLISH } from '../../support/english-shop.ts';
import { BARE, siteOf } from '../../support/open-page.tsx';

const api = {
  'config/api/shop.yaml': `rows.list: { get: /api/rows, query: { page: { type: integer, default: 1 } }, response: { page: product-card } }
order.send: { post: /api/order, encoding: json, body: { length: number }, silent: true }
`,
};

const page = (name: string, lines: string) => ({
  [`config/pages/${name}.yaml`]: `name: ${name}\npath: /${name}\ntitle: ${name}\n${BARE}\n${lines}`,
});

const site = await siteOf({
  ...ENGLISH,
  ...api,
  ...page(
    'order',
    `blocks:
  - block: form
    fields:
      - { name: length, label: Length, kind: number, required: true, min: 0.5, value: 12.5 }
      - { name: amount, label: Amount, kind: quantity, value: 2, max: 9 }
      - { name: agree, label: I accept the, kind: checkbox, required: true, links: [{ text: terms, to: /closed }] }
    on: { submit: [{ call: order.send, body: { length: $event.length } }, { toast: Sent }] }
  - { block: buttons, items: [{ id: ask, text: Ask }], on: { press: [{ confirm: Really? }] } }
  - { block: countdown, until: '2099-01-01T00:00:00Z' }
  - { block: steps, current: 2, items: [{ title: Basket }, { title: Address }] }
`,
  ),
  ...page(
    'rows',
    `data: { rows: { call: rows.list, query: { page: $query.page } } }
blocks:
  - block: pagination
    page: $data.rows.page
    pageSize: $data.rows.page_size
    total: $data.rows.total
    on: { change: [{ query: { page: $event.page } }] }
  - { block: product-grid, items: $data.rows.list, to: '/product/{$item.id}' }
`,
  ),
});

it('asks, counts and refuses in the language of the shop', async () => {
  const { user, page: shown, requests } = await site.open('/order');
  expect(shown.getByText('Done')).toBeTruthy();
  expect(shown.getByRole('timer').textContent).toMatch(/^Ends in\d+d\d\dh\d\dmin\d\ds$/);
  await user.click(shown.getByRole('button', { name: 'Increase Amount' }));
  expect(shown.getByRole('spinbutton', { name: 'Amount' })).toHaveProperty('value', '3');
  await user.click(shown.getByRole('button', { name: 'Submit' }));
  await shown.findByText('Tick “I accept the” to continue');
  expect(shown.getByRole('checkbox', { name: 'I accept the terms' })).toBeTruthy();
  const length = shown.getByRole('textbox', { name: 'Length' });
  await user.clear(length);
  await user.click(shown.getByRole('button', { name: 'Submit' }));
  await shown.findByText('Length is required');
  await user.type(length, '0.1');
  await shown.findByText('Length must be 0.5 or more');
  expect(requests('POST /api/order')).toEqual([]);
});

it('confirms in the language of the shop', async () => {
  const { user, page: shown } = await site.open('/order');
  await user.click(shown.getByRole('button', { name: 'Ask' }));
  await shown.findByRole('heading', { name: 'Please note' });
  for (const name of ['OK', 'Cancel', 'Close']) expect(shown.getByRole('button', { name })).toBeTruthy();
});

it('leads through pages in the language of the shop, with amounts as it writes them', async () => {
  const card = { id: 7, name: 'Notebook', price: 1234.5, original_price: 1500 };
  const {
    user,
    page: shown,
    address,
  } = await site.open('/rows', {
    'GET /api/user': () => ({ data: { role: 'member' } }),
    'GET /api/rows': ({ query }) => ({
      data: { list: [card], total: 1208, page: Number(query['page'] ?? 1), page_size: 20 },
    }),
  });
  await shown.findByText('Total: 1,208');
  expect(shown.getByText('Original price')).toBeTruthy();
  expect(shown.getByRole('article').textContent).toContain('£1,234.50');
  expect(shown.getByText('Go to page')).toBeTruthy();
  await user.click(shown.getByRole('button', { name: 'Page 2' }));
  await expect.poll(address).toBe('/rows?page=2');
});

it('says what failed, and offers to try again, in the language of the shop', async () => {
  const { page: shown } = await site.open('/rows', { 'GET /api/rows': () => ({ code: 500 }) });
  expect(await shown.findAllByText('This could not be loaded')).not.toEqual([]);
  expect(shown.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
