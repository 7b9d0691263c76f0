// @vitest-environment jsdom
import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { BARE, type Server, siteOf } from '../../support/open-page.tsx';

const site = await siteOf({
  'config/api/words.yaml': `words.like:
  get: /api/words
  query: { text: 'string?' }
  response: { list: 'search-suggestion[]' }
  silent: true
`,
  'config/pages/search.yaml': `name: search
path: /search
title: 搜索
${BARE}
data: { words: { call: words.like, query: { text: $query.typing }, when: $query.typing } }
blocks:
  - block: search-box
    to: /search?kind=pens
    value: $query.q
    suggestions: $data.words.list
    debounce: 50
    on: { input: [{ query: { typing: $event.text }, replace: true }] }
  - { block: text, text: '找 {$query.q} {$query.kind}' }
`,
  'config/pages/own.yaml': `name: own
path: /own
title: 自己找
${BARE}
blocks:
  - { block: search-box, to: /search, name: words, on: { search: [{ toast: '去找 {$event.text}' }] } }
  - { block: search-box, to: https://example.com/find, texts: { label: 站外 } }
`,
  'config/pages/note.yaml': `name: note
path: /note
title: 笔记本
${BARE}
blocks: [{ block: text, text: 笔记本一页 }]
`,
});

const WORDS = [{ text: '笔记本 A5', note: '12 件' }, { text: '笔记本', to: '/note' }, { text: '笔袋' }];

const open = (path: string, server: Server = {}) =>
  site.open(path, {
    'GET /api/words': ({ query: { text } }) => ({
      data: { list: WORDS.filter((word) => word.text.startsWith(String(text))) },
    }),
    ...server,
  });

it('leads to the page with what was typed, and keeps what else that address says', async () => {
  const { user, page, address } = await open('/search');
  const box = await page.findByRole('combobox', { name: '搜索' });
  await user.type(box, ' 钢笔 & 墨水{Enter}');
  await page.findByText('找 钢笔 & 墨水 pens');
  expect(address()).toBe('/search?kind=pens&q=%E9%92%A2%E7%AC%94+%26+%E5%A2%A8%E6%B0%B4');
  expect((box as HTMLInputElement).value).toBe('钢笔 & 墨水');
  expect(document.activeElement).toBe(box);
  await user.clear(box);
  await user.click(page.getByRole('button', { name: '搜索' }));
  await expect.poll(address).toBe('/search?kind=pens');
});

it('asks once typing pauses, and shows what the page has found', async () => {
  const { user, page, requests } = await open('/search');
  const box = await page.findByRole('combobox', { name: '搜索' });
  await user.type(box, '笔记');
  const list = within(await page.findByRole('listbox', { name: '搜索建议' }));
  expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    '笔记本 A512 件',
    '笔记本',
  ]);
  expect(requests('GET /api/words').map(({ query }) => query['text'])).toEqual(['笔记']);
});

it('is chosen from by keyboard: a word is searched, a link is followed', async () => {
  const { user, page, address } = await open('/search?typing=笔');
  const box = await page.findByRole('combobox', { name: '搜索' });
  await user.click(box);
  await page.findByRole('listbox');
  await user.keyboard('{ArrowUp}');
  expect(box.getAttribute('aria-activedescendant')).toBe(page.getByRole('option', { name: '笔袋' }).id);
  await user.keyboard('{Escape}');
  expect(page.queryByRole('listbox')).toBeNull();
  await user.keyboard('{ArrowDown}{Enter}');
  await page.findByText('找 笔记本 A5 pens');
  await user.clear(box);
  await user.type(box, '笔记本');
  await user.click(await page.findByRole('option', { name: '笔记本' }));
  await page.findByText('笔记本一页');
  expect(address()).toBe('/note');
});

it('leaves the search to the page where that listens, and to the browser where it leads elsewhere', async () => {
  const { user, page, address } = await open('/own');
  const box = await page.findByRole('combobox', { name: '搜索' });
  await user.type(box, '钢笔{Enter}');
  await page.findByText('去找 钢笔');
  expect(address()).toBe('/own');
  expect(box.getAttribute('name')).toBe('words');
  const outside = page.getByRole('search', { name: '站外' }) as HTMLFormElement;
  expect(outside.action).toBe('https://example.com/find');
  let sent = false;
  outside.addEventListener('submit', (event) => {
    sent = !event.defaultPrevented;
    event.preventDefault();
  });
  await user.type(within(outside).getByRole('combobox'), '钢笔{Enter}');
  expect(sent).toBe(true);
});
