// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { BARE, siteOf } from '../../support/open-page.tsx';

const site = await siteOf({
  'config/api/bonus.yaml': `bonus.now:
  get: /api/bonus
  response: { tiers: { fields: { at: number, gain: string }, list: true }, value: number, pending: number }
  silent: true
`,
  'config/pages/bonus.yaml': `name: bonus
path: /bonus
title: 满返
${BARE}
data: { bonus: { call: bonus.now } }
blocks:
  - block: tiers
    label: 满返
    items: $data.bonus.tiers
    at: $item.at
    gain: $item.gain
    value: $data.bonus.value
    pending: $data.bonus.pending
`,
});
/** What the block says of three tiers, at this value with this on its way. */
async function said(value: number, pending: number): Promise<string[]> {
  const tiers = [
    { at: 1000, gain: '返 20' },
    { at: 3000, gain: '返 90' },
    { at: 8000, gain: '返 320' },
  ];
  const { page } = await site.open('/bonus', {
    'GET /api/bonus': () => ({ data: { tiers, value, pending } }),
  });
  const list = await page.findByRole('list', { name: '满返' });
  const states = [...list.querySelectorAll('li')].map(
    (tier) => tier.querySelector('p')?.lastElementChild?.textContent,
  );
  const where = list.parentElement?.querySelector('p strong')?.textContent;
  return [where, ...states].map((text) => text ?? '');
}

it('counts what is on its way: nobody is asked to buy it once more', async () => {
  expect(await said(1211.68, 2424.53)).toEqual([
    '再买 ¥4,363.79 返 320',
    '已达到',
    '计入后达到',
    '还差 ¥4,363.79',
  ]);
});

it('counts from what was reached, with nothing on its way', async () => {
  expect(await said(1211.68, 0)).toEqual([
    '再买 ¥1,788.32 返 90',
    '已达到',
    '还差 ¥1,788.32',
    '还差 ¥6,788.32',
  ]);
});

it('asks for nothing more once what is on its way reaches the last, and says when that is so', async () => {
  expect(await said(1000, 7000)).toEqual(['计入后达到', '已达到', '计入后达到', '计入后达到']);
  expect(await said(8000, 0)).toEqual(['已达到最高一档', '已达到', '已达到', '已达到']);
});
