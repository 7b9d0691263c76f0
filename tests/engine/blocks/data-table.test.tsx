// @vitest-environment jsdom
import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { BARE, type Server, siteOf } from '../../support/open-page.tsx';

const site = await siteOf({
  'config/api/bills.yaml': `bills.list:
  get: /api/bills
  query: { sort: string? }
  response:
    list:
      list: true
      fields: { id: integer, name: string, left: yuan, change: number, state: string, note: string, gift: string, file: string, paid: boolean, at: integer, done: integer }
  silent: true
bills.remove: { post: '/api/bills/{id}/remove', renews: [bills.list] }
bills.pay: { post: /api/bills/pay, encoding: json, body: { ids: 'integer[]', sum: yuan }, renews: [bills.list] }
`,
  'config/pages/bills.yaml': `name: bills
path: /bills
title: 账单
${BARE}
data: { bills: { call: bills.list, query: { sort: $query.sort } } }
blocks:
  - block: data-table
    label: 账单
    rows: $data.bills.list
    emptyText: 没有账单
    sorted: $query.sort
    hidden: $query.hide
    columns:
      - { label: 名称, value: $item.name, to: '/bill/{$item.id}', badge: $item.gift, detail: $item.note, sort: name }
      - { label: 未付, kind: money, value: $item.left, sort: left }
      - { label: 增减, id: change, kind: number, value: $item.change, signed: true }
      - { label: 状态, kind: tag, value: $item.state, tones: { 逾期: danger } }
      - { label: 文件, value: 下载, to: $item.file, show: { all: [$item.file] } }
      - { label: 日期, id: at, kind: date, value: $item.at }
      - { label: 进度, kind: progress, value: $item.done }
    actions:
      - { id: remove, text: 删除, tone: danger, show: { not: $item.paid } }
      - { id: view, text: 查看, icon: edit }
    choose: true
    choosable: { not: $item.paid }
    sum: $item.left
    bulk: [{ id: pay, text: 一起付款, variant: primary }]
    on:
      press:
        - when: { eq: [$event.id, remove] }
          then:
            - confirm: 删除{$event.row.name}吗
            - { call: bills.remove, params: { id: $event.row.id } }
          else: [{ go: '/bill/{$event.row.id}' }]
      bulk: [{ call: bills.pay, body: { ids: $event.ids, sum: $event.sum } }, { toast: 已付 }]
      sort: [{ query: { sort: $event.sort } }]
      columns: [{ query: { hide: $event.hidden } }]
`,
  'config/pages/bill.yaml': `name: bill
path: /bill/:id
title: 一张账单
${BARE}
blocks: [{ block: text, text: '第 {$route.id} 张' }]
`,
});

const bill = (id: number, parts: object = {}) => ({
  id,
  name: `账单 ${id}`,
  left: id + 0.1,
  change: 5,
  state: '正常',
  note: '',
  gift: '',
  file: '',
  paid: false,
  at: 1_762_300_800,
  done: 40,
  ...parts,
});

const BILLS = [
  bill(1, { state: '逾期', note: '请尽快', gift: '赠品', file: '/api/file/1' }),
  bill(2, { change: -3 }),
  bill(3, { paid: true, state: '', left: 1234.5, change: 0 }),
];

/** A server that keeps the bills. */
function serverOf(bills = BILLS): Server {
  let kept = bills;
  return {
    'GET /api/bills': () => ({ data: { list: kept } }),
    'POST /api/bills/1/remove': () => {
      kept = kept.filter(({ id }) => id !== 1);
      return { data: null };
    },
    'POST /api/bills/pay': ({ body }) => {
      const { ids } = body as { ids: number[] };
      kept = kept.map((one) => (ids.includes(one.id) ? { ...one, paid: true } : one));
      return { data: null };
    },
  };
}

async function open(server = serverOf(), path = '/bills') {
  const opened = await site.open(path, server);
  const table = within(await opened.page.findByRole('table', { name: '账单' }));
  const row = (name: string) => within(table.getByRole('row', { name: new RegExp(name) }));
  const tick = (name: string): HTMLInputElement => table.getByRole('checkbox', { name });
  return { ...opened, table, row, tick };
}

const cellsOf = (row: HTMLElement) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent);

it('shows each value in its kind, and leaves out what a row has not', async () => {
  const { table } = await open();
  const [, first, second, third] = table.getAllByRole('row');
  expect(first && cellsOf(first).slice(1, -1)).toEqual([
    '账单 1赠品请尽快',
    '¥1.10',
    '+5',
    '逾期',
    '下载',
    '2025-11-05',
    '40%',
  ]);
  expect(second && cellsOf(second).slice(1, 6)).toEqual(['账单 2', '¥2.10', '-3', '正常', '']);
  expect(third && cellsOf(third).slice(2, 5)).toEqual(['¥1,234.50', '0', '']);
});

it('leads on by its links, and gives a file to the browser', async () => {
  const { user, page, row } = await open();
  expect(row('账单 1').getByRole('link', { name: '下载' }).getAttribute('href')).toBe('/api/file/1');
  expect(row('账单 2').queryByRole('link', { name: '下载' })).toBeNull();
  await user.click(row('账单 2').getByRole('link', { name: '账单 2' }));
  await page.findByText('第 2 张');
});

it('colours a tag by its text', async () => {
  const { table } = await open();
  expect(table.getByText('逾期').className).not.toBe(table.getByText('正常').className);
});

it('sorts by a column, turns round, and goes on to another', async () => {
  const { user, table, address, requests } = await open();
  const name = table.getByRole('button', { name: '按名称排序' });
  const left = table.getByRole('button', { name: '按未付排序' });
  await user.click(left);
  await expect.poll(address).toBe('/bills?sort=left');
  await expect.poll(() => left.getAttribute('aria-pressed')).toBe('true');
  await user.click(left);
  await expect.poll(address).toBe('/bills?sort=-left');
  await user.click(name);
  await expect.poll(address).toBe('/bills?sort=name');
  await expect.poll(() => left.getAttribute('aria-pressed')).toBe('false');
  await expect
    .poll(() => requests('GET /api/bills').map(({ query }) => query['sort']))
    .toEqual([undefined, 'left', '-left', 'name']);
  expect(table.queryByRole('button', { name: '按增减排序' })).toBeNull();
});

it('puts columns away and back, those that may be, and keeps the choice', async () => {
  const { user, page, table, address } = await open(serverOf(), '/bills?hide=change');
  const heads = () => table.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads()).not.toContain('增减');
  await user.click(page.getByRole('button', { name: '选择列' }));
  const choices = within(page.getByRole('group', { name: '选择列' }));
  const boxes = choices.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked }) => checked)).toEqual([false, true]);
  await user.click(choices.getByLabelText('日期'));
  await expect.poll(address).toBe('/bills?hide=change%2Cat');
  expect(heads().filter((head) => head === '日期' || head === '增减')).toEqual([]);
  await user.click(choices.getByLabelText('增减'));
  await expect.poll(address).toBe('/bills?hide=at');
  expect(heads()).toContain('增减');
});

it('chooses rows one by one and all at once, but none that may not be', async () => {
  const { user, page, tick } = await open();
  const pay = page.getByRole('button', { name: '一起付款' });
  expect([tick('选择 账单 3').disabled, pay.hasAttribute('disabled')]).toEqual([true, true]);
  await user.click(tick('选择 账单 2'));
  expect(page.getByText('已选 1 行').textContent).toContain('合计 ¥2.10');
  expect([tick('全选本页').checked, tick('全选本页').indeterminate]).toEqual([false, true]);
  await user.click(tick('全选本页'));
  expect(page.getByText('已选 2 行').textContent).toContain('合计 ¥3.20');
  expect([tick('全选本页').checked, tick('选择 账单 3').checked]).toEqual([true, false]);
  await user.click(tick('全选本页'));
  expect(page.getByText('已选 0 行')).not.toBeNull();
});

it('does something with the chosen rows, once, and forgets those that may no longer be chosen', async () => {
  const answered = Promise.withResolvers<void>();
  const server = serverOf();
  const pay = server['POST /api/bills/pay'];
  const { user, page, tick, requests } = await open({
    ...server,
    'POST /api/bills/pay': async (request) => {
      await answered.promise;
      return pay?.(request) ?? { code: 500 };
    },
  });
  await user.click(tick('选择 账单 1'));
  await user.click(tick('选择 账单 2'));
  const button = page.getByRole('button', { name: '一起付款' });
  await user.dblClick(button);
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
  await user.click(button);
  answered.resolve();
  await page.findByText('已付');
  expect(requests('POST /api/bills/pay').map(({ body }) => body)).toEqual([{ ids: [1, 2], sum: 3.2 }]);
  await page.findByText('已选 0 行');
  expect(tick('选择 账单 1').disabled).toBe(true);
});

it('asks before a row is removed: no keeps it, yes takes it away', async () => {
  const { user, page, row, table, requests } = await open();
  const remove = row('账单 1').getByRole('button', { name: '删除' });
  await user.click(remove);
  const question = within(await page.findByRole('alertdialog'));
  expect(question.getByText('删除账单 1吗')).not.toBeNull();
  await user.click(question.getByRole('button', { name: '取消' }));
  await expect.poll(() => page.queryByRole('alertdialog')).toBeNull();
  expect(requests('POST /api/bills/1/remove')).toEqual([]);
  // A press while the row is still at work with the first one does nothing.
  await expect
    .poll(async () => {
      await user.click(remove);
      return page.queryByRole('alertdialog');
    })
    .not.toBeNull();
  await user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: '确定' }));
  await expect.poll(() => table.queryByText('账单 1')).toBeNull();
  expect(requests('POST /api/bills/1/remove')).toHaveLength(1);
});

it('has a button only in the rows that it is for, and speaks for an icon', async () => {
  const { user, page, row } = await open();
  expect(row('账单 3').queryByRole('button', { name: '删除' })).toBeNull();
  await user.click(row('账单 3').getByRole('button', { name: '查看' }));
  await page.findByText('第 3 张');
});

it('waits with a skeleton, then shows the rows', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { page } = await site.open('/bills', {
    'GET /api/bills': async () => {
      await promise;
      return { data: { list: BILLS } };
    },
  });
  expect((await page.findByRole('status')).textContent).toContain('加载中');
  expect(page.queryByRole('table')).toBeNull();
  resolve();
  await page.findByRole('table');
  expect(page.queryByRole('status')).toBeNull();
});

it('says that there is nothing, which is not a failure', async () => {
  const { page } = await site.open('/bills', serverOf([]));
  await page.findByText('没有账单');
  expect([page.queryByRole('alert'), page.queryByText('已选 0 行')]).toEqual([null, null]);
});

it('says what failed and asks for it again', async () => {
  let code = 503;
  const { user, page, requests } = await site.open('/bills', {
    'GET /api/bills': () => (code === 200 ? { data: { list: BILLS } } : { code, message: '忙' }),
  });
  const alert = within(await page.findByRole('alert'));
  expect(page.queryByText('没有账单')).toBeNull();
  code = 200;
  await user.click(alert.getByRole('button', { name: '重试' }));
  await page.findByRole('table');
  expect(requests('GET /api/bills')).toHaveLength(2);
});

it('offers no second try of what stays refused', async () => {
  const { page } = await site.open('/bills', {
    'GET /api/bills': () => ({ code: 403, message: '无权查看' }),
  });
  const alert = within(await page.findByRole('alert'));
  expect([alert.getByText('无权查看') !== null, alert.queryByRole('button')]).toEqual([true, null]);
});
