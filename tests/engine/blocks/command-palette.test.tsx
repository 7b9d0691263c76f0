// @vitest-environment jsdom
import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { BARE, type Server, siteOf } from '../../support/open-page.tsx';

const site = await siteOf({
  'config/api/find.yaml': `work.find:
  get: /api/find
  query: { text: 'string?' }
  response: search-group[]
  silent: true
`,
  'config/pages/desk.yaml': `name: desk
path: /desk
title: 工作台
${BARE}
blocks:
  - block: app-bar
    title: 后台
    blocks:
      - block: command-palette
        debounce: 50
        on: { search: [{ call: work.find, query: { text: $event.text }, silent: true }] }
  - block: buttons
    items: [{ id: ask, text: 改名 }]
    on: { press: [{ open: rename }] }
  - block: dialog
    id: rename
    title: 改名
    blocks: [{ block: text, text: 新的名字 }]
`,
  'config/pages/order.yaml': `name: order
path: /order/:id
title: 订单
${BARE}
blocks: [{ block: text, text: '订单 {$route.id}' }]
`,
});

const GROUPS = [
  { name: '页面', items: [{ text: '工作台', to: '/desk' }] },
  {
    name: '订单',
    items: [
      { text: 'D1', note: '城南药房', to: '/order/1' },
      { text: 'D2', to: '/order/2' },
    ],
  },
];

const found: Server = {
  'GET /api/find': ({ query: { text } }) => ({ data: String(text).startsWith('D') ? GROUPS : [] }),
};

async function openFinder(server: Server = found) {
  const opened = await site.open('/desk', server);
  const { page, user } = opened;
  await page.findByRole('button', { name: '查找' });
  // The page listens a moment after the button is there.
  await expect
    .poll(async () => {
      await user.keyboard('{Control>}k{/Control}');
      return page.queryByRole('dialog');
    })
    .not.toBeNull();
  const finder = within(await page.findByRole('dialog', { name: '快速查找' }));
  return { ...opened, finder, box: await finder.findByRole('combobox', { name: '快速查找' }) };
}

it('opens by Ctrl+K and by ⌘K, with the focus in its field, and closes empty', async () => {
  const { user, page, finder, box } = await openFinder();
  expect(document.activeElement).toBe(box);
  expect(finder.getByRole('status').textContent).toBe('输入后，用 ↑ ↓ 选择，回车打开');
  await user.keyboard('D');
  await finder.findByRole('listbox', { name: '找到的' });
  await user.click(finder.getByRole('button', { name: '关闭' }));
  expect(page.queryByRole('combobox')).toBeNull();
  await user.keyboard('{Meta>}k{/Meta}');
  expect(((await page.findByRole('combobox')) as HTMLInputElement).value).toBe('');
});

it('does nothing while another dialog has the reader', async () => {
  const { user, page, finder } = await openFinder();
  await user.click(finder.getByRole('button', { name: '关闭' }));
  await user.click(page.getByRole('button', { name: '改名' }));
  const dialog = await page.findByRole('dialog', { name: '改名' });
  await user.keyboard('{Control>}k{/Control}');
  expect(page.queryByRole('combobox')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: '关闭' }));
  await user.keyboard('{Control>}k{/Control}');
  await page.findByRole('combobox', { name: '快速查找' });
});

it('shows what was found by kind, and opens what the arrows chose', async () => {
  const { user, finder, box, page, address } = await openFinder();
  await user.keyboard('D');
  await finder.findByRole('listbox', { name: '找到的' });
  const kinds = finder.getAllByRole('group').map((group) => [
    group.getAttribute('aria-labelledby') === group.firstElementChild?.id &&
      group.firstElementChild?.textContent,
    within(group)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ]);
  expect(kinds).toEqual([
    ['页面', ['工作台']],
    ['订单', ['D1城南药房', 'D2']],
  ]);
  const marked = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent;
  expect(marked()).toBe('工作台');
  await user.keyboard('{ArrowUp}');
  expect(marked()).toBe('D2');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(marked()).toBe('D1城南药房');
  expect(finder.getByRole('option', { selected: true }).textContent).toBe('D1城南药房');
  await user.keyboard('{Enter}');
  await page.findByText('订单 1');
  expect(address()).toBe('/order/1');
});

it('asks once typing pauses, and does not open what another text has found', async () => {
  const { user, finder, requests, address } = await openFinder();
  await user.keyboard('D1');
  await finder.findByRole('listbox');
  await user.keyboard('x{Enter}');
  expect(address()).toBe('/desk');
  await expect.poll(() => requests('GET /api/find').map(({ query }) => query['text'])).toEqual(['D1', 'D1x']);
});

it('says that nothing was found', async () => {
  const { user, finder } = await openFinder();
  await user.keyboard('枸杞');
  await finder.findByText('没有找到');
  expect(finder.queryByRole('listbox')).toBeNull();
});

it('says that the search failed, which is not that nothing was found, and tries again', async () => {
  let fails = true;
  const { user, finder } = await openFinder({
    'GET /api/find': () => (fails ? { code: 500, message: '坏了' } : { data: GROUPS }),
  });
  await user.keyboard('D');
  await finder.findByText('没能查找，请稍后再试');
  expect(finder.queryByText('没有找到')).toBeNull();
  fails = false;
  await user.click(finder.getByRole('button', { name: '重试' }));
  await finder.findByRole('option', { name: /D2/ });
});
