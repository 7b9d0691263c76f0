import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { gotoStill } from './support/still.ts';
import { get } from './support/stores.ts';
import { plainGoods, tap } from './support/touch.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

const columns = (page: Page) =>
  page
    .getByRole('region', { name: '并排比较' })
    .getByRole('columnheader')
    .filter({ has: page.getByRole('link') });

test('goods of one name are chosen on a good’s page, stand side by side and are bought there', async () => {
  const { page, context } = await visit({ as: 'buyer-49', isPhone: true });
  await gotoStill(page, '/list_info/1');
  const rows = page.getByRole('table', { name: '同名药品比价' }).getByRole('button', { name: /^比较/ });
  await tap(rows.nth(0));
  await tap(rows.nth(1));
  const bar = page.getByRole('region', { name: '要比较的商品' });
  await bar.getByText('已选 2/4 种').waitFor();
  await tap(bar.getByRole('link', { name: '并排比较' }));
  await page.waitForURL(/\/compare\?ids=/);
  await expect.poll(() => columns(page).count()).toBe(2);
  await page.getByRole('rowheader', { name: '最小单位价' }).waitFor();

  // Another one comes from the goods of the same name below, and the address keeps what was chosen.
  await tap(
    page.getByRole('table', { name: '同名的其他商品' }).getByRole('button', { name: /^比较/ }).first(),
  );
  await expect.poll(() => columns(page).count()).toBe(3);
  await page.reload();
  await expect.poll(() => columns(page).count()).toBe(3);
  await tap(columns(page).first().getByRole('button', { name: /移除/ }));
  await expect.poll(() => columns(page).count()).toBe(2);
  await tap(
    page
      .getByRole('region', { name: '并排比较' })
      .getByRole('button', { name: /加入购物车/ })
      .first(),
  );
  await expect
    .poll(async () => (await get<{ total: number }>(context.request, '/api/cart/total')).total)
    .toBeGreaterThan(0);
});

test('the list lets four be chosen at most, and a good of another name is named as such', async () => {
  const { page, context } = await visit({ as: 'buyer-49', isPhone: true });
  await gotoStill(page, '/list');
  const choices = page.getByRole('main').getByRole('button', { name: /^比较/ });
  for (const at of [0, 1, 2, 3, 4]) await tap(choices.nth(at));
  await page.getByText('已选 4/4 种').waitFor();
  const [one, ...rest] = await plainGoods(context.request);
  const other = rest.find(({ name }) => name !== one?.name);
  await page.goto(`/list?compare=${one?.id ?? 0},${other?.id ?? 0}`);
  await page.getByText(`“${other?.name ?? ''}”的通用名不同，不会放进比较`).waitFor();
  await page.goto(`/compare?ids=${one?.id ?? 0},${other?.id ?? 0}`);
  await page.getByText(`“${other?.name ?? ''}”的通用名不同`).waitFor();
  expect(await columns(page).count()).toBe(1);
  await page.goto('/compare');
  await page.getByText('还没有选要比较的商品').waitFor();
});
