// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { BARE, type Server, siteOf } from '../../support/open-page.tsx';

const site = await siteOf({
  'config/api/basket.yaml': `basket.sums:
  get: /api/sums
  query: { kind: { type: string, default: all } }
  response: { goods: number, off: number, due: { type: any } }
  silent: true
order.place: { post: /api/orders, encoding: json, silent: true }
`,
  'config/pages/totals.yaml': `name: totals
path: /totals
title: 合计
${BARE.replace('baseUser: false', 'baseUser: true')}
data: { sums: { call: basket.sums, query: { kind: $query.kind } } }
blocks:
  - block: totals
    title: 订单合计
    rows:
      - { label: 商品, amount: $data.sums.goods, note: 3 件 }
      - { label: 折扣, amount: $data.sums.off, minus: true }
      - { label: 运费, text: 包邮 }
      - { label: 税, amount: 1, show: false }
      - { label: 应付, amount: $data.sums.due }
    buttons:
      - { id: pay, text: 去结算 }
      - { id: no, text: 分期, 'off': true }
      - { text: 继续逛, to: /, variant: quiet }
    on: { press: [{ call: order.place }, { toast: '按了 {$event.id}' }] }
  - block: price
    amount: $data.sums.due
    original: 1500
    unit: 箱
    label: 到手价
    note: 含税
`,
});

const open = (due: number | null, role: string, server: Server = {}) =>
  site.open('/totals', {
    'GET /api/user/base': () => ({ data: { show: role !== 'visitor', role } }),
    'GET /api/sums': () => ({ data: { goods: 1299.5, off: 65, due } }),
    ...server,
  });

it('lists what the sum is made of, as the site writes amounts', async () => {
  const { page } = await open(1234.5, 'approved');
  const region = await page.findByRole('region', { name: '订单合计' });
  const rows = [...region.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(rows).toEqual(['商品3 件¥1,299.50', '折扣-¥65.00', '运费包邮', '应付¥1,234.50']);
});

it('does what its buttons say, once at a time', async () => {
  const answer = Promise.withResolvers<{ data: unknown }>();
  const { user, page, requests } = await open(10, 'approved', { 'POST /api/orders': () => answer.promise });
  const pay = await page.findByRole('button', { name: '去结算' });
  expect((page.getByRole('button', { name: '分期' }) as HTMLButtonElement).disabled).toBe(true);
  expect(page.getByRole('link', { name: '继续逛' }).getAttribute('href')).toBe('/');
  await user.dblClick(pay);
  answer.resolve({ data: null });
  await page.findByText('按了 pay');
  expect(requests('POST /api/orders')).toHaveLength(1);
});

it('has the price alone, with all that belongs to it', async () => {
  const { page } = await open(1280.5, 'approved');
  const label = await page.findByText('到手价');
  expect(label.parentElement?.textContent).toBe('到手价¥1,280.50/箱原价¥1,500.00含税');
});

it.each([
  ['visitor', '到手价登录后可见含税登录查看价格', '/login'],
  ['approved', '到手价暂无报价含税', undefined],
])('says to a %s why there is no price, and where that ends: %s', async (role, text, way) => {
  const { page } = await open(null, role);
  const block = (await page.findByText('到手价')).parentElement;
  expect(block?.textContent).toBe(text);
  expect(block?.querySelector('a')?.getAttribute('href')?.split('?')[0]).toBe(way);
});
