// @vitest-environment jsdom
import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { BARE, siteOf } from '../../support/open-page.tsx';

const site = await siteOf({
  'config/pages/goods.yaml': `name: goods
path: /goods
title: 商品
${BARE}
blocks:
  - block: sort-bar
    options: [{ value: relevance, label: 综合 }, { value: sales, label: 销量 }, { value: price-asc, reverse: price-desc, label: 价格 }]
    value: $query.sort
    query: $query
    total: 1208
    switches: [{ key: stock, label: 只看有货 }, { key: bought, label: 买过的 }]
    views:
      - { label: 大图, to: /goods, icon: grid, current: true }
      - { label: 列表, to: /table, icon: table }
    on:
      sort: [{ query: { sort: $event.value, page: null } }]
      switch: [{ query: { stock: $event.stock, bought: $event.bought, page: null } }]
  - { block: text, text: 大图在此 }
`,
  'config/pages/table.yaml': `name: table
path: /table
title: 商品表
${BARE}
blocks: [{ block: text, text: '列表在此，{$query.keyword}' }]
`,
});

async function open(path: string) {
  const opened = await site.open(path);
  const bar = within(opened.page.getByRole('group', { name: '排序' }));
  const pressed = () => bar.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
  return { ...opened, bar, pressed };
}

it('sorts by what is pressed, from the first page on, and goes back', async () => {
  const { user, bar, pressed, address, back } = await open('/goods?keyword=感冒&page=3');
  expect(pressed()).toEqual(['综合']);
  await user.click(bar.getByRole('button', { name: '价格' }));
  await expect.poll(pressed).toEqual(['价格从低到高']);
  expect(address()).toBe(`/goods?keyword=${encodeURIComponent('感冒')}&sort=price-asc`);
  back();
  await expect.poll(pressed).toEqual(['综合']);
});

it('turns the order round when it is pressed again, and back', async () => {
  const { user, bar, pressed, address } = await open('/goods?sort=price-asc&page=3');
  await user.click(bar.getByRole('button', { name: '价格从低到高' }));
  await expect.poll(pressed).toEqual(['价格从高到低']);
  expect(address()).toBe('/goods?sort=price-desc');
  await user.click(bar.getByRole('button', { name: '价格从高到低' }));
  await expect.poll(pressed).toEqual(['价格从低到高']);
});

it('shows the first order for one that does not exist', async () => {
  const { pressed } = await open('/goods?sort=cheapest');
  expect(pressed()).toEqual(['综合']);
});

it('switches on and off in the address, each for itself', async () => {
  const { user, bar, address } = await open('/goods?bought=1&page=2');
  const stock: HTMLInputElement = bar.getByRole('checkbox', { name: '只看有货' });
  const bought: HTMLInputElement = bar.getByRole('checkbox', { name: '买过的' });
  expect([stock.checked, bought.checked]).toEqual([false, true]);
  await user.click(stock);
  await expect.poll(address).toBe('/goods?stock=1&bought=1');
  await expect.poll(() => stock.checked).toBe(true);
  bought.focus();
  await user.keyboard(' ');
  await expect.poll(address).toBe('/goods?stock=1');
  await expect.poll(() => bought.checked).toBe(false);
});

it('leads to another view of the same list', async () => {
  const { user, bar, page, address } = await open('/goods?keyword=VC&sort=sales');
  expect(bar.getByRole('link', { name: '大图' }).getAttribute('aria-current')).toBe('page');
  await user.click(bar.getByRole('link', { name: '列表' }));
  await page.findByText('列表在此，VC');
  expect(address()).toBe('/table?keyword=VC&sort=sales');
});

it('says how many there are', async () => {
  const { bar } = await open('/goods');
  expect(bar.getByText('共 1,208 个商品')).not.toBeNull();
});
