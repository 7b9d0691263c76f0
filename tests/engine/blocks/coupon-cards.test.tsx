// @vitest-environment jsdom
import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { BARE, type Server, siteOf } from '../../support/open-page.tsx';

const site = await siteOf({
  'config/api/coupons.yaml': `coupons.list: { get: /api/coupons, response: { list: 'coupon-card[]' }, silent: true }
coupons.claim: { post: '/api/coupons/{id}', params: { id: integer }, renews: [coupons.list], silent: true }
`,
  'config/pages/coupons.yaml': `name: coupons
path: /coupons
title: 领券
${BARE}
data: { coupons: { call: coupons.list } }
blocks:
  - block: coupon-cards
    coupons: $data.coupons.list
    to: /?coupon={$item.id}
    on: { claim: [{ call: coupons.claim, params: { id: $event.coupon.id } }] }
`,
});

const COUPONS = [
  {
    id: 1,
    name: '文具券',
    amount: 20,
    threshold: 1000,
    starts_at: 1_788_192_000,
    ends_at: 1_790_784_000,
    limits: '限文具',
    left: 12,
  },
  { id: 2, name: '八五折', percent: 15, ends_at: 1_790_784_000, code: 'BACK2SCHOOL' },
  { id: 3, name: '见面礼', amount: 5.5, state: 'claimed' },
  { id: 4, name: '旧券', amount: 100, threshold: 99.5, starts_at: 1_788_192_000, state: 'gone', code: 'OLD' },
];

const open = (list: unknown, server: Server = {}) =>
  site.open('/coupons', {
    'GET /api/coupons': () => ({ data: { list: typeof list === 'function' ? list() : list } }),
    ...server,
  });

it('says what each is worth, from what sum on, how long, for what, and what can be done', async () => {
  const { page } = await open(COUPONS);
  const cards = within(await page.findByRole('list', { name: '优惠券' })).getAllByRole('listitem');
  expect(cards.map(({ textContent }) => textContent)).toEqual([
    '¥20满 ¥1,000 可用文具券2026-09-01 至 2026-10-01限文具还剩 12 张立即领取 文具券',
    '8.5 折无门槛八五折2026-10-01 前有效BACK2SCHOOL立即领取 八五折',
    '¥5.50无门槛见面礼长期有效已领取去使用 见面礼',
    '¥100满 ¥99.50 可用旧券2026-09-01 起有效已领完',
  ]);
  expect(page.getByRole('link', { name: /^去使用 ?见面礼$/ }).getAttribute('href')).toBe('/?coupon=3');
});

it('is claimed once, and then used', async () => {
  const answer = Promise.withResolvers<{ data: unknown }>();
  let state = 'open';
  const { user, page, requests } = await open(() => [{ ...COUPONS[0], state }], {
    'POST /api/coupons/1': () => answer.promise,
  });
  await user.dblClick(await page.findByRole('button', { name: /立即领取/ }));
  state = 'claimed';
  answer.resolve({ data: null });
  await page.findByText('已领取');
  expect(requests('POST /api/coupons/1')).toHaveLength(1);
});

it('copies a code', async () => {
  const { user, page } = await open(COUPONS);
  await user.click(await page.findByRole('button', { name: '复制券码 BACK2SCHOOL' }));
  expect((await page.findByText('已复制')).getAttribute('role')).toBe('status');
  expect(await navigator.clipboard.readText()).toBe('BACK2SCHOOL');
  expect(page.queryByRole('button', { name: '复制券码 OLD' })).toBeNull();
});

it('says so when there is none', async () => {
  const { page } = await open([]);
  await page.findByText('暂时没有可领的券');
  expect(page.queryByRole('list')).toBeNull();
});
