// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { BARE, siteOf } from '../../support/open-page.tsx';

const header = (more: string) => `
blocks:
  - block: store-header
    name: 山野文具
    links: [{ text: 全部, url: /find }]
${more}
  - { block: text, text: '找 {$query.q} {$query.kind}' }
`;

const site = await siteOf({
  'config/pages/find.yaml': `name: find
path: /find
title: 找
${BARE}${header(`    search: { to: '/find?kind=pens', value: $query.q }
    account: { text: 登录, to: /find }
    cart: { to: /find, count: 3 }`)}`,
  'config/pages/plain.yaml': `name: plain
path: /plain
title: 简单
${BARE}${header('    cart: { to: /find, count: 0 }')}`,
});

it('leads to the page of results with the words, and shows those of the address', async () => {
  const { user, page, address } = await site.open('/find?q=墨水');
  const box = (await page.findByRole('combobox', { name: '搜索' })) as HTMLInputElement;
  expect(box.value).toBe('墨水');
  await user.clear(box);
  await user.type(box, ' 钢笔 {Enter}');
  await page.findByText('找 钢笔 pens');
  expect(address()).toBe('/find?kind=pens&q=%E9%92%A2%E7%AC%94');
  expect(box.value).toBe('钢笔');
});

it('names the cart with the count, and the account', async () => {
  const { page } = await site.open('/find');
  await page.findByRole('link', { name: /3 件\s*购物车/ });
  page.getByRole('link', { name: '登录' });
  page.getByRole('link', { name: '山野文具' });
  expect(page.getByRole('link', { name: '全部' }).getAttribute('aria-current')).toBe('page');
});

it('leaves out what is not written', async () => {
  const { page } = await site.open('/plain');
  await page.findByRole('link', { name: '购物车' });
  expect(page.queryByRole('combobox')).toBeNull();
  expect(page.queryByRole('link', { name: '登录' })).toBeNull();
});
