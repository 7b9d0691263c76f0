import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { get, post } from './support/stores.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

test('a person who asks for a file that is not there is shown the 404 page, under its own address', async () => {
  const { page, context, at } = await visit({ expected: /status of 404/ });
  for (const file of ['/index.php', '/foo.html']) {
    const answer = await page.goto(file);
    expect(answer?.status()).toBe(404);
    expect(page.url()).toBe(at('/404'));
    await page.getByRole('heading', { level: 1, name: '没有找到这个页面' }).waitFor();
    const plain = await context.request.get(file, { headers: { accept: '*/*' } });
    expect([plain.status(), await plain.text()]).toEqual([404, '']);
  }
});

/** How much of the height of each card the element before its words leaves free, px. */
const freeBeside = (page: Page, card: string) =>
  page.locator(`main ${card}`).evaluateAll((cards) =>
    cards.map((each) => {
      const [first] = Array.from(each.children);
      return Math.round(each.clientHeight - (first?.getBoundingClientRect().height ?? 0));
    }),
  );

test('the stub of a coupon is as high as its card, however high its neighbours are', async () => {
  const { page } = await visit({ as: 'demo' });
  await page.goto('/lqzx');
  const cards = page.getByRole('list', { name: '可领的优惠券' }).locator('article');
  await cards.first().waitFor();
  const heights = await cards.evaluateAll((all) => all.map((card) => card.querySelectorAll('p').length));
  // Some say until when they can be claimed, others do not.
  expect(new Set(heights).size).toBeGreaterThan(1);
  const free = await freeBeside(page, 'article');
  expect(free.length).toBeGreaterThan(3);
  expect(free.filter((pixels) => Math.abs(pixels) > 1)).toEqual([]);
});

test('the log of points goes back in time, and what was gained has a plus', async () => {
  const { page } = await visit({ as: 'demo' });
  await page.goto('/jfgl');
  const rows = page.getByRole('table', { name: '积分流水' }).getByRole('row');
  await rows.nth(3).waitFor();
  const times = await rows.locator('td:first-child').allInnerTexts();
  expect(times).toEqual(times.toSorted().toReversed());
  const changes = await rows.locator('td:nth-child(5)').allInnerTexts();
  expect(changes.length).toBeGreaterThan(3);
  for (const change of changes) expect(change).toMatch(/^[+-]\d/);
  await page.goto('/yegl');
  const log = page.getByRole('table', { name: '余额流水' }).getByRole('row');
  await log.nth(1).waitFor();
  for (const change of await log.locator('td:nth-child(5)').allInnerTexts())
    expect(change).toMatch(/^(\+¥|-¥)\d/);
});

test('the sum of an order is called by what became of it', async () => {
  const { page, context } = await visit({ as: 'demo' });
  await page.goto('/order');
  const cards = page.getByRole('main').locator('article');
  await cards.first().waitFor();
  interface Orders {
    list: { id: number; no: string; status: number }[];
  }
  const seen = new Set<string>();
  for (const status of ['10', '30', '50', '-10']) {
    await page.goto(`/order?status=${status}`);
    await cards.first().waitFor();
    const { list } = await get<Orders>(context.request, `/api/order?status=${status}`);
    const words = await cards.evaluateAll((all) =>
      all.map((card) => /应付|实付|订单金额/.exec(card.textContent)?.[0] ?? ''),
    );
    expect(words.length).toBe(list.length);
    for (const [index, order] of list.entries()) {
      const word = order.status < 0 ? '订单金额' : order.status < 20 ? '应付' : '实付';
      expect(words[index], order.no).toBe(word);
      seen.add(word);
    }
    await page.goto(`/order/info/${list[0]?.id}`);
    await page.getByRole('heading', { level: 1, name: '订单详情' }).waitFor();
    const owed = await page.getByRole('main').getByText('应付', { exact: true }).count();
    expect(owed > 0).toBe(status === '10');
  }
  expect(seen.size).toBe(3);
});

test('a line of a group-buy says so, and its good once', async () => {
  const { page, context } = await visit({ as: 'buyer-41' });
  interface Groups {
    list: { id: number; can_join: boolean; least: number; goods: { name: string } }[];
  }
  const { list } = await get<Groups>(context.request, '/api/activity/groups');
  const group = list.find(({ can_join }) => can_join);
  const { order_id } = await post<{ order_id: number }>(
    context.request,
    `/api/activity/groups/${group?.id}/join`,
    { number: group?.least },
  );
  await page.goto(`/order/info/${order_id}`);
  const line = page.getByRole('table', { name: '订单商品' }).locator('tbody tr').first();
  const text = await line.innerText();
  expect(text.split(group?.goods.name ?? '').length - 1).toBe(1);
  expect(text).toContain('拼团');
});
