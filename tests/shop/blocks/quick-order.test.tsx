// @vitest-environment jsdom
import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { GoodsCard, QuickGoods } from '#generated/schemas.ts';
import schema from '../../../schemas/shop/blocks/quick-order.schema.json' with { type: 'json' };
import { BARE, type ReceivedRequest, type Server, siteOf } from '../../support/open-page.tsx';

const site = await siteOf({
  'config/api/quick.yaml': `quick.list: { get: /api/quick, response: { list: 'quick-goods[]' }, silent: true }
quick.find: { get: /api/find, query: { keywords: string }, response: { list: 'quick-goods[]' }, silent: true }
quick.match:
  post: /api/match
  encoding: json
  body: { text: string, columns: 'string[]?' }
  response:
    columns: { list: true, fields: { role: { type: string, enum: [code, barcode, name, spec, maker, number, ''] }, head: string } }
    rows:
      list: true
      fields: { row: integer, cells: 'string[]', text: string, code: string, number: string, ok: integer, message: string, goods: 'quick-goods[]', similar: 'quick-goods[]' }
quick.add:
  post: /api/add
  encoding: json
  body: { lines: { list: true, fields: { goods_id: integer, number: integer } } }
  response: { rows: { list: true, fields: { goods_id: integer, ok: integer, message: string } } }
`,
  'config/pages/quick.yaml': `name: quick
path: /quick
title: 快捷采购
${BARE}
data: { quick: { call: quick.list } }
blocks:
  - block: quick-order
    rows: $data.quick.list
    keep: quick
    debounce: 0
    saveText: 存为清单
    on:
      find: [{ call: quick.find, query: { keywords: $event.keywords } }]
      match: [{ call: quick.match, body: { text: $event.text, columns: $event.columns }, silent: true }]
      submit: [{ call: quick.add, body: { lines: $event.lines } }]
      save: [{ toast: '存了 {$event.lines.length} 行' }]
`,
});

const base = schema.examples[0]?.rows[0] as QuickGoods;

type Parts = Omit<Partial<QuickGoods>, 'goods'> & {
  id: number;
  goods: Partial<GoodsCard> & { name: string };
};

const row = ({ goods, ...parts }: Parts): QuickGoods => ({
  ...base,
  number: 0,
  ...parts,
  goods: { ...base.goods, id: parts.id, ...goods },
});

/* 10 a package, at least 20, 95 of them, at 12.50; last at 12.80. */
const AMOXICILLIN = row({ id: 1, goods: { name: '阿莫西林', qg_number: 20, number: 95 } });
const IBUPROFEN = row({
  id: 2,
  last_price: null,
  last_at: null,
  goods: { name: '布洛芬', multiple: 1, qg_number: 1, price: 2, number: 40 },
});
const SOLD_OUT = row({ id: 3, goods: { name: '硝苯地平', is_buy: 0, buy_notice: '商品已售罄' } });
const VITAMIN = row({ id: 4, goods: { name: '维生素C', multiple: 1, qg_number: 1, price: 3, number: 500 } });
const GANMAO = row({ id: 5, goods: { name: '感冒灵', multiple: 1, qg_number: 1, price: 14 } });

const serverOf = (parts: Server = {}): Server => ({
  'GET /api/quick': () => ({ data: { list: [AMOXICILLIN, IBUPROFEN, SOLD_OUT] } }),
  'GET /api/find': ({ query: { keywords } }) => ({
    data: { list: [VITAMIN, GANMAO].filter(({ goods }) => keywords === '药' || goods.name === keywords) },
  }),
  'POST /api/add': ({ body }: ReceivedRequest) => {
    const { lines } = body as { lines: { goods_id: number }[] };
    return { data: { rows: lines.map(({ goods_id }) => ({ goods_id, ok: 1, message: '' })) } };
  },
  ...parts,
});

async function open(server = serverOf()) {
  const opened = await site.open('/quick', server);
  const { page, user } = opened;
  const table = within(await page.findByRole('table', { name: '快捷采购' }));
  const number = (name: string): HTMLInputElement => table.getByLabelText(`${name} 的数量`);
  const rowOf = (name: string) => {
    const line = table.getByText(name).closest('tr');
    if (!line) throw new Error(`no row of ${name}`);
    return within(line);
  };
  const finder = (): HTMLInputElement => page.getByRole('combobox');
  const bodies = (call: string) => opened.requests(call).map(({ body }) => body);
  /** Fills a number in, as one who types it and goes on. */
  const fill = async (name: string, text: string) => {
    await user.click(number(name));
    await user.paste(text);
    await user.tab();
  };
  return { ...opened, table, number, rowOf, finder, bodies, fill };
}

const focused = () => document.activeElement?.getAttribute('aria-label');

it.each([
  ['33', '40'],
  ['1', '20'],
  ['200', '90'],
  ['0', ''],
  ['两盒', ''],
])('settles %j at %j', async (typed, settled) => {
  const { number, fill } = await open();
  await fill('阿莫西林', typed);
  expect(number('阿莫西林').value).toBe(settled);
});

it('sums up what is filled in, and compares with the last price', async () => {
  const { page, rowOf, fill } = await open();
  expect(page.getByText('已填 0 个品种，0 件')).not.toBeNull();
  await fill('阿莫西林', '20');
  await fill('布洛芬', '3');
  expect(page.getByText('已填 2 个品种，23 件').textContent).toContain('合计约 ¥256.00');
  expect(rowOf('阿莫西林').getByText('比上次低 ¥0.30')).not.toBeNull();
  expect(rowOf('阿莫西林').getByText('¥250.00')).not.toBeNull();
  expect(rowOf('布洛芬').getByText('未买过')).not.toBeNull();
});

it('goes down and up with Enter and the arrows, past what cannot be bought, to the finder', async () => {
  const { user, number, rowOf, finder } = await open();
  expect(rowOf('硝苯地平').getByText('商品已售罄')).not.toBeNull();
  await user.click(number('阿莫西林'));
  await user.keyboard('30{Enter}');
  expect([focused(), number('阿莫西林').value]).toEqual(['布洛芬 的数量', '30']);
  await user.keyboard('5{ArrowUp}');
  expect([focused(), number('布洛芬').value]).toEqual(['阿莫西林 的数量', '5']);
  await user.keyboard('{ArrowUp}');
  expect(focused()).toBe('阿莫西林 的数量');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(document.activeElement).toBe(finder());
});

it('steps by packages with + and -, empties with Delete, takes back with Esc', async () => {
  const { user, number } = await open();
  const amount = number('阿莫西林');
  await user.click(amount);
  const after = async (keys: string) => {
    await user.keyboard(keys);
    return amount.value;
  };
  expect(await after('+')).toBe('20');
  expect(await after('+')).toBe('30');
  expect(await after('-')).toBe('20');
  expect(await after('-')).toBe('');
  expect(await after('+')).toBe('20');
  expect(await after('7')).toBe('207');
  expect(await after('{Escape}')).toBe('20');
  await user.click(number('布洛芬'));
  await user.click(amount);
  expect(await after('{Delete}')).toBe('');
  expect(focused()).toBe('布洛芬 的数量');
});

it('finds a good as it is typed, takes the one chosen with the arrows, and goes on finding', async () => {
  const { user, page, number, finder } = await open();
  await user.type(finder(), '药');
  await page.findByRole('option', { name: /感冒灵/ });
  expect(page.getByRole('option', { selected: true }).textContent).toContain('维生素C');
  await user.keyboard('{ArrowDown}');
  const active = finder().getAttribute('aria-activedescendant') ?? '';
  expect(document.getElementById(active)?.textContent).toContain('感冒灵');
  await user.keyboard('{Enter}');
  await expect.poll(focused).toBe('感冒灵 的数量');
  expect([number('感冒灵').value, finder().value, page.queryByRole('listbox')]).toEqual(['1', '', null]);
  await user.keyboard('6{Enter}');
  expect([document.activeElement, number('感冒灵').value]).toEqual([finder(), '6']);
});

it('takes the one good of a scanned code at once', async () => {
  const { user, page, finder, number } = await open();
  await user.click(finder());
  await user.keyboard('维生素C{Enter}');
  await expect.poll(focused).toBe('维生素C 的数量');
  expect([number('维生素C').value, page.queryByRole('option')]).toEqual(['1', null]);
});

it('keeps what fits the words in the field when the answer to earlier ones arrives after it', async () => {
  const late = Promise.withResolvers<void>();
  const { user, page, finder, requests } = await open(
    serverOf({
      'GET /api/find': async ({ query: { keywords } }) => {
        if (keywords === '感') await late.promise;
        return { data: { list: keywords === '感' ? [GANMAO] : [VITAMIN] } };
      },
    }),
  );
  await user.type(finder(), '感');
  await expect.poll(() => requests('GET /api/find')).toHaveLength(1);
  await user.clear(finder());
  await user.type(finder(), '维');
  await page.findByRole('option', { name: /维生素C/ });
  late.resolve();
  // Longer than the answer takes to be read and rendered.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(page.getByRole('option').textContent).toContain('维生素C');
});

it('says that nothing was found, and closes with Esc', async () => {
  const { user, page, finder } = await open();
  await user.type(finder(), '没有的药');
  await page.findByText('没有找到商品');
  expect(finder().getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{Escape}');
  expect([page.queryByRole('listbox'), finder().getAttribute('aria-expanded')]).toEqual([null, 'false']);
});

const pasted = (row: number, [code, quantity]: [string, string], parts: object) => ({
  row,
  cells: [code, quantity],
  text: '',
  code,
  number: quantity,
  ok: 1,
  message: '',
  goods: [],
  similar: [],
  ...parts,
});

const matched = {
  data: {
    columns: [
      { role: 'code', head: '' },
      { role: 'number', head: '' },
    ],
    rows: [
      pasted(1, ['P1', '12'], { goods: [{ ...VITAMIN, number: 12 }] }),
      pasted(2, ['P2', '3'], { message: '按中包装改为 20', goods: [{ ...AMOXICILLIN, number: 20 }] }),
      pasted(3, ['X9', '5'], { ok: 0, message: '没有这个编码', similar: [{ ...GANMAO, number: 5 }] }),
    ],
  },
};

it('fills in what was pasted into any cell, and says what it did not know', async () => {
  const { user, page, number, bodies } = await open(serverOf({ 'POST /api/match': () => matched }));
  await user.click(number('布洛芬'));
  await user.paste('P1\t12\nP2\t3\nX9\t5');
  const fillIn = await page.findByRole('button', { name: '填入 2 行' });
  expect(number('阿莫西林').value).toBe('');
  await user.click(fillIn);
  const notes = await page.findByText('填入 2 行');
  expect([number('维生素C').value, number('阿莫西林').value, number('布洛芬').value]).toEqual([
    '12',
    '20',
    '',
  ]);
  expect(notes.closest('[role=status]')?.textContent).toContain('1 行没有填入');
  expect(page.getByText('第 3 行 X9：没有这个编码')).not.toBeNull();
  expect(page.getByText('第 2 行 P2：按中包装改为 20')).not.toBeNull();
  expect(bodies('POST /api/match')).toEqual([{ text: 'P1\t12\nP2\t3\nX9\t5' }]);
  await user.click(page.getByRole('button', { name: '收起' }));
  expect(page.queryByText('填入 2 行')).toBeNull();
});

it('shows what it took each column for, matches anew when the buyer says otherwise, and fills nothing in when not wanted', async () => {
  const { user, page, number, bodies } = await open(serverOf({ 'POST /api/match': () => matched }));
  await user.click(number('布洛芬'));
  await user.paste('P1\t12\nP2\t3');
  const second = (await page.findByLabelText('第 2 列是')) as HTMLSelectElement;
  expect([second.value, second.selectedOptions[0]?.textContent]).toEqual(['number', '数量']);
  await user.selectOptions(second, '条码');
  await expect
    .poll(() => bodies('POST /api/match'))
    .toEqual([{ text: 'P1\t12\nP2\t3' }, { text: 'P1\t12\nP2\t3', columns: ['code', 'barcode'] }]);
  await user.click(await page.findByRole('button', { name: '不填了' }));
  expect([page.queryByLabelText('第 2 列是'), number('阿莫西林').value]).toEqual([null, '']);
});

it('keeps an unknown row on show, and takes a good that is near in its place', async () => {
  const { user, page, number } = await open(serverOf({ 'POST /api/match': () => matched }));
  await user.click(number('布洛芬'));
  await user.paste('P1\t12\nP2\t3\nX9\t5');
  await page.findByText('共 3 行：找到 2 行，1 行要看一看');
  await user.click(page.getByRole('button', { name: /选 感冒灵/ }));
  await page.findByText('共 3 行：找到 3 行，0 行要看一看');
  await user.click(page.getByRole('button', { name: '填入 3 行' }));
  expect(number('感冒灵').value).toBe('5');
});

it('pastes a single word into a cell as text, and asks nobody', async () => {
  const { user, number, bodies } = await open();
  await user.click(number('布洛芬'));
  await user.paste('12');
  expect([number('布洛芬').value, bodies('POST /api/match')]).toEqual(['12', []]);
});

it('has a field to paste into', async () => {
  const { user, page, number } = await open(serverOf({ 'POST /api/match': () => matched }));
  const toggle = page.getByRole('button', { name: '从 Excel 粘贴' });
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  await user.click(toggle);
  await user.click(page.getByLabelText('粘贴的内容'));
  await user.paste('P1\t12');
  await user.click(page.getByRole('button', { name: '识别' }));
  await user.click(await page.findByRole('button', { name: '填入 2 行' }));
  await page.findByText('填入 2 行');
  expect(number('维生素C').value).toBe('12');
});

it('says why nothing could be pasted, and keeps what was filled in', async () => {
  const { user, page, number, fill } = await open(
    serverOf({ 'POST /api/match': () => ({ code: 400, message: '一次最多 500 行' }) }),
  );
  await fill('布洛芬', '4');
  await user.click(number('阿莫西林'));
  await user.paste('a\tb');
  await page.findByText('一次最多 500 行');
  expect(number('布洛芬').value).toBe('4');
});

it('keeps what is typed while a paste or an order is on its way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { user, page, number, fill } = await open(
    serverOf({
      'POST /api/match': async () => {
        await promise;
        return matched;
      },
    }),
  );
  await user.click(number('阿莫西林'));
  await user.paste('P1\t12\nP2\t3');
  await fill('布洛芬', '7');
  resolve();
  await user.click(await page.findByRole('button', { name: '填入 2 行' }));
  expect([number('布洛芬').value, number('维生素C').value]).toEqual(['7', '12']);
});

it('puts all into the cart: what went in leaves, what did not stays with the reason', async () => {
  const { user, page, number, rowOf, finder, fill, bodies } = await open(
    serverOf({
      'POST /api/add': () => ({
        data: {
          rows: [
            { goods_id: 1, ok: 1, message: '' },
            { goods_id: 2, ok: 0, message: '超过限购' },
          ],
        },
      }),
    }),
  );
  const add = page.getByRole('button', { name: '加入购物车' });
  expect(add.hasAttribute('disabled')).toBe(true);
  await fill('阿莫西林', '20');
  await fill('布洛芬', '3');
  await user.dblClick(add);
  await expect.poll(() => rowOf('布洛芬').queryByText('超过限购')).not.toBeNull();
  expect([number('阿莫西林').value, number('布洛芬').value]).toEqual(['', '3']);
  expect(document.activeElement).toBe(finder());
  expect(bodies('POST /api/add')).toEqual([
    {
      lines: [
        { goods_id: 1, number: 20 },
        { goods_id: 2, number: 3 },
      ],
    },
  ]);
});

it('orders with Ctrl and Enter, the number being typed with it', async () => {
  const { user, number, bodies } = await open();
  await user.click(number('布洛芬'));
  await user.keyboard('8{Control>}{Enter}{/Control}');
  await expect.poll(() => bodies('POST /api/add')).toEqual([{ lines: [{ goods_id: 2, number: 8 }] }]);
  await expect.poll(() => number('布洛芬').value).toBe('');
});

it('keeps everything when the order is refused', async () => {
  const { user, page, number, fill } = await open(
    serverOf({ 'POST /api/add': () => ({ code: 403, message: '认证通过后才能下单' }) }),
  );
  await fill('布洛芬', '3');
  await user.click(page.getByRole('button', { name: '加入购物车' }));
  await page.findByText('认证通过后才能下单');
  expect(number('布洛芬').value).toBe('3');
});

it('brings back what was filled in after the tab came back, found goods among them', async () => {
  const first = await open();
  await first.fill('布洛芬', '3');
  await first.user.click(first.finder());
  await first.user.keyboard('维生素C{Enter}');
  await expect.poll(focused).toBe('维生素C 的数量');
  first.close();
  const second = await open();
  expect([second.number('布洛芬').value, second.number('维生素C').value]).toEqual(['3', '1']);
  await second.user.click(second.page.getByRole('button', { name: '清空' }));
  expect([second.number('布洛芬').value, second.table.queryByText('维生素C')]).toEqual(['', null]);
  second.close();
  const third = await open();
  expect(third.number('布洛芬').value).toBe('');
});

it('takes a row out, and saves the others as a list', async () => {
  const { user, page, fill, number } = await open();
  await fill('阿莫西林', '20');
  await fill('布洛芬', '3');
  await user.click(page.getByRole('button', { name: '不要 阿莫西林' }));
  expect([number('阿莫西林').value, number('布洛芬').value]).toEqual(['', '3']);
  await user.click(page.getByRole('button', { name: '存为清单' }));
  await page.findByText('存了 1 行');
});

it('shows the price of a sale only for as many as it has left', async () => {
  const spike = {
    id: 7,
    price: 1.5,
    ordinary: 2,
    left: 5,
    total: 100,
    sold: 95,
    limit: 100,
    allowance: null,
    ends_at: 2_000_000_000,
  };
  const onSale = { ...IBUPROFEN, goods: { ...IBUPROFEN.goods, price: 1.5, spike } };
  const { rowOf, fill } = await open(serverOf({ 'GET /api/quick': () => ({ data: { list: [onSale] } }) }));
  await fill('布洛芬', '5');
  expect(rowOf('布洛芬').getByText('¥7.50')).not.toBeNull();
  await fill('布洛芬', '6');
  expect(rowOf('布洛芬').getByText('¥12.00')).not.toBeNull();
});
