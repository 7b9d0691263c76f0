// @vitest-environment jsdom
import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { Facet } from '#engine/generated/schemas.ts';
import { BARE, type Server, siteOf } from '../../support/open-page.tsx';

const site = await siteOf({
  'config/api/goods.yaml': `goods.list:
  get: /api/goods
  query: { maker: string?, form: string?, expiry: string?, price: string?, page: { type: integer, default: 1 } }
  response: { total: integer, facets: 'facet[]' }
  silent: true
`,
  'config/pages/goods.yaml': `name: goods
path: /goods
title: 商品
${BARE}
data:
  goods: { call: goods.list, query: { maker: $query.maker, form: $query.form, expiry: $query.expiry, price: $query.price, page: $query.page } }
blocks:
  - { block: text, text: '共 {$data.goods.total} 个' }
  - block: facet-bar
    facets: $data.goods.facets
    selected: $query
    visible: 3
    omit: [expiry]
    on:
      change:
        - query: { maker: $event.maker, form: $event.form, price: $event.price, page: null }
`,
});

const options = (...labels: string[]) => labels.map((label, index) => ({ value: String(index + 1), label }));

const FACETS: Facet[] = [
  { key: 'maker', label: '厂家', options: options('华北制药', '江南药业', '同济堂', '仁和', '云南白药') },
  { key: 'form', label: '剂型', options: [{ value: '胶囊剂', label: '胶囊剂', count: 12 }] },
  { key: 'expiry', label: '效期', options: options('半年内') },
  { key: 'price', label: '价格', range: true, options: [{ value: '-10', label: '10 元以下' }] },
];

/** Answers as many goods as the request has filters. */
const server: Server = {
  'GET /api/goods': ({ query }) => ({ data: { total: Object.keys(query).length, facets: FACETS } }),
};

async function open(path: string) {
  const opened = await site.open(path, server);
  const bar = within(await opened.page.findByRole('region', { name: '筛选条件' }));
  const row = (name: string) => within(bar.getByRole('group', { name }));
  const pressed = (name: string) =>
    row(name)
      .getAllByRole('button', { pressed: true })
      .map(({ textContent }) => textContent);
  return { ...opened, bar, row, pressed };
}

it('puts a filter into the address, starts at the first page, and asks the server', async () => {
  const { user, row, pressed, address, requests } = await open('/goods?sort=sales&page=4');
  expect(pressed('厂家')).toEqual(['不限']);
  await user.click(row('厂家').getByRole('button', { name: '江南药业' }));
  await expect.poll(address).toBe('/goods?sort=sales&maker=2');
  await expect.poll(() => pressed('厂家')).toEqual(['江南药业']);
  await expect.poll(() => requests('GET /api/goods').at(-1)?.query).toEqual({ maker: '2', page: '1' });
});

it('keeps one filter when another is chosen, and changes one in its row', async () => {
  const { user, row, address } = await open('/goods?maker=2');
  await user.click(row('剂型').getByRole('button', { name: '胶囊剂12' }));
  await expect.poll(address).toBe(`/goods?maker=2&form=${encodeURIComponent('胶囊剂')}`);
  await user.click(row('厂家').getByRole('button', { name: '华北制药' }));
  await expect.poll(address).toContain('maker=1');
  expect(address()).toContain('form=');
});

it('takes filters back one by one, all at once, and by 不限', async () => {
  const { user, bar, row, address, back } = await open(`/goods?maker=1&form=${encodeURIComponent('胶囊剂')}`);
  await user.click(bar.getByRole('button', { name: '厂家:华北制药' }));
  await expect.poll(address).toBe(`/goods?form=${encodeURIComponent('胶囊剂')}`);
  await expect.poll(() => bar.queryByRole('button', { name: '厂家:华北制药' })).toBeNull();
  back();
  await bar.findByRole('button', { name: '厂家:华北制药' });
  await user.click(bar.getByRole('button', { name: '清空' }));
  await expect.poll(address).toBe('/goods');
  await expect.poll(() => bar.queryByText('已选')).toBeNull();
  back();
  await bar.findByText('已选');
  await user.click(row('厂家').getByRole('button', { name: '不限' }));
  await expect.poll(address).toBe(`/goods?form=${encodeURIComponent('胶囊剂')}`);
});

it('shows again what was there before when the reader goes back', async () => {
  const { user, row, pressed, page, address, back } = await open('/goods');
  await user.click(row('厂家').getByRole('button', { name: '同济堂' }));
  await page.findByText('共 2 个');
  back();
  await page.findByText('共 1 个');
  expect([address(), pressed('厂家')]).toEqual(['/goods', ['不限']]);
});

it('lets go of a filter that is no longer offered', async () => {
  const { user, bar, address } = await open('/goods?maker=77');
  await user.click(bar.getByRole('button', { name: '厂家:77' }));
  await expect.poll(address).toBe('/goods');
});

it('leaves out what the page does not want shown, and does not touch it in the address', async () => {
  const { user, bar, row, address } = await open('/goods?expiry=1');
  expect(bar.queryByRole('group', { name: '效期' })).toBeNull();
  expect(bar.queryByText('已选')).toBeNull();
  await user.click(row('厂家').getByRole('button', { name: '华北制药' }));
  await expect.poll(address).toBe('/goods?expiry=1&maker=1');
});

it('opens a long row and closes it', async () => {
  const { user, row } = await open('/goods');
  const more = row('厂家').getByRole('button', { name: '更多' });
  expect([more.getAttribute('aria-expanded'), row('厂家').queryByText('仁和')]).toEqual(['false', null]);
  expect(row('剂型').queryByRole('button', { name: '更多' })).toBeNull();
  await user.click(more);
  expect([more.getAttribute('aria-expanded'), more.textContent]).toEqual(['true', '收起']);
  expect(row('厂家').getByText('云南白药')).not.toBeNull();
  await user.click(more);
  expect(row('厂家').queryByText('仁和')).toBeNull();
});

it('is worked with the keyboard alone', async () => {
  const { user, row, pressed, address } = await open('/goods');
  row('厂家').getByRole('button', { name: '不限' }).focus();
  await user.tab();
  await user.keyboard('{Enter}');
  await expect.poll(address).toBe('/goods?maker=1');
  await expect.poll(() => pressed('厂家')).toEqual(['华北制药']);
  expect(document.activeElement?.textContent).toBe('华北制药');
});

it('takes a range of one’s own beside those that are offered, whatever way round and however typed', async () => {
  const { user, row, bar, address } = await open('/goods');
  const price = row('价格');
  await user.type(price.getByRole('textbox', { name: '价格 最低' }), '２０');
  await user.type(price.getByRole('textbox', { name: '价格 最高' }), '12.505{Enter}');
  await expect.poll(address).toContain('price=12.51-20');
  bar.getByRole('button', { name: '价格:12.51–20' });
  await user.clear(row('价格').getByRole('textbox', { name: '价格 最高' }));
  await user.click(row('价格').getByRole('button', { name: '确定' }));
  await expect.poll(address).toMatch(/price=12\.51-$/);
  await user.click(bar.getByRole('button', { name: '价格:12.51 以上' }));
  await expect.poll(address).not.toContain('price');
});

it('opens all filters from one button that counts what is chosen', async () => {
  const { user, page, bar, address } = await open('/goods?form=%E8%83%B6%E5%9B%8A%E5%89%82');
  await user.click(bar.getByRole('button', { name: '筛选（1）' }));
  const sheet = within(await page.findByRole('dialog', { name: '筛选条件' }));
  await user.click(sheet.getByRole('button', { name: '江南药业' }));
  await expect.poll(address).toContain('maker=2');
  expect(await bar.findByRole('button', { name: '筛选（2）' })).toBeDefined();
  await user.click(sheet.getByRole('button', { name: '完成' }));
  await expect.poll(() => page.queryByRole('dialog')).toBeNull();
});
