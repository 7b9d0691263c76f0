// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { siteOf } from '../../support/open-page.tsx';

const page = (name: string, path: string, title: string) => `  - name: ${name}
    path: ${path}
    title: ${title}
    blocks: [{ block: text, text: ${title}这一页 }]
`;

const site = await siteOf({
  'config/shell/menu.yaml': `area: left
blocks:
  - block: group-menu
    title: 目录
    folds: true
    open: '3'
    on: { fold: [{ toast: '展开着 {$event.open}' }] }
    groups:
      - id: 1
        name: 订单
        children:
          - { name: 全部订单, url: /orders }
          - { name: 退货, url: /returns, covers: [/claims] }
      - { id: 2, name: 商品, children: [{ name: 货架, url: /goods }] }
      - { id: 3, name: 内容, children: [{ name: 文章, url: /articles }] }
`,
  'config/pages/work.yaml': `name: work
meta: { header: false, footer: false, toolbar: false, baseUser: false, sideNav: menu }
children:
${page('orders', '/orders', '订单')}${page('order', '/orders/:id', '订单详情')}${page('returns', '/returns', '退货')}${page('claim', '/claims/:id', '退货详情')}${page('goods', '/goods', '货架')}${page('articles', '/articles', '文章')}`,
});

const folds = (shown: Awaited<ReturnType<typeof site.open>>['page']) =>
  Object.fromEntries(
    ['订单', '商品', '内容'].map((name) => [
      name,
      shown.getByRole('button', { name }).getAttribute('aria-expanded') === 'true',
    ]),
  );

it('opens the groups that it is given and that of the page on show, and marks the entry', async () => {
  const { page: shown } = await site.open('/orders');
  const entry = await shown.findByRole('link', { name: '全部订单' });
  expect(folds(shown)).toEqual({ 订单: true, 商品: false, 内容: true });
  expect(entry.getAttribute('aria-current')).toBe('page');
  expect(shown.queryByRole('link', { name: '货架' })).toBeNull();
});

it.each([
  ['/orders/12', '全部订单'],
  ['/claims/3', '退货'],
])('counts %s to %s', async (address, name) => {
  const { page: shown } = await site.open(address);
  expect((await shown.findByRole('link', { name })).getAttribute('aria-current')).toBe('true');
  expect(folds(shown)).toEqual({ 订单: true, 商品: false, 内容: true });
});

it('is folded and gone through by keyboard, and tells which groups are open', async () => {
  const { user, page: shown } = await site.open('/orders');
  (await shown.findByRole('button', { name: '商品' })).focus();
  await user.keyboard('{Enter}');
  await shown.findByText('展开着 3,2');
  await user.tab();
  expect(document.activeElement?.textContent).toBe('货架');
  await user.keyboard('{Enter}');
  await shown.findByText('货架这一页');
  expect(folds(shown)).toEqual({ 订单: false, 商品: true, 内容: true });
  shown.getByRole('button', { name: '内容' }).focus();
  await user.keyboard(' ');
  await shown.findByText('展开着 2');
  expect(folds(shown)).toEqual({ 订单: false, 商品: true, 内容: false });
});

it('folds the group of the page on show as well, until it is entered again', async () => {
  const { user, page: shown } = await site.open('/goods');
  await user.click(await shown.findByRole('button', { name: '商品' }));
  expect(folds(shown)).toEqual({ 订单: false, 商品: false, 内容: true });
  await user.click(shown.getByRole('link', { name: '文章' }));
  await shown.findByText('文章这一页');
  await user.click(shown.getByRole('button', { name: '商品' }));
  await user.click(shown.getByRole('link', { name: '货架' }));
  await shown.findByText('货架这一页');
  expect(folds(shown)).toEqual({ 订单: false, 商品: true, 内容: true });
});
