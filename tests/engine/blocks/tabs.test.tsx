// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { BARE, siteOf } from '../../support/open-page.tsx';

const site = await siteOf({
  'config/pages/orders.yaml': `name: orders
path: /orders
title: 订单
${BARE}
blocks:
  - block: tabs
    label: 订单状态
    items: [{ value: '', label: 全部, count: 0 }, { value: 10, label: 待付款, count: 2 }, { value: 30, label: 待发货 }]
    value: $query.status
    on:
      change:
        - query: { status: $event.value, page: null }
        - toast: 换到 {$event.value}
`,
});

const currentOf = (nav: HTMLElement) =>
  [...nav.querySelectorAll('[aria-current=page]')].map(({ textContent }) => textContent);

it('puts the chosen value into the address and marks its tab', async () => {
  const { user, page, address } = await site.open('/orders?page=3');
  const nav = page.getByRole('navigation', { name: '订单状态' });
  expect(currentOf(nav)).toEqual(['全部']);
  await user.click(page.getByRole('button', { name: '待付款2' }));
  await expect.poll(address).toBe('/orders?status=10');
  await expect.poll(() => currentOf(nav)).toEqual(['待付款2']);
});

it('goes back to the tab before with the browser', async () => {
  const { user, page, address, back } = await site.open('/orders?status=10');
  const nav = page.getByRole('navigation', { name: '订单状态' });
  await user.click(page.getByRole('button', { name: '待发货' }));
  await expect.poll(address).toBe('/orders?status=30');
  back();
  await expect.poll(() => currentOf(nav)).toEqual(['待付款2']);
});

it('is chosen with Tab and Enter or the space bar, and keeps the focus', async () => {
  const { user, page, address } = await site.open('/orders');
  const pressed = () => document.activeElement?.textContent;
  await user.click(document.body);
  while (pressed() !== '待付款2') await user.tab();
  await user.keyboard('{Enter}');
  await expect.poll(address).toBe('/orders?status=10');
  await user.tab();
  await user.keyboard(' ');
  await expect.poll(address).toBe('/orders?status=30');
  await expect.poll(() => currentOf(page.getByRole('navigation'))).toEqual(['待发货']);
  expect(pressed()).toBe('待发货');
});

it('does nothing for the tab that is chosen', async () => {
  const { user, page, address } = await site.open('/orders?status=10&page=3');
  await user.click(page.getByRole('button', { name: '待付款2' }));
  await user.click(page.getByRole('button', { name: '待发货' }));
  await page.findByText('换到 30');
  expect(page.queryByText('换到 10')).toBeNull();
  expect(address()).toBe('/orders?status=30');
});

it.each(['/orders', '/orders?status=99'])(
  'marks the first tab at %s, and shows no count of 0',
  async (at) => {
    const { page } = await site.open(at);
    expect(currentOf(page.getByRole('navigation'))).toEqual(['全部']);
  },
);
