// @vitest-environment jsdom
import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { CartLine, CartSummary } from '#generated/schemas.ts';
import schema from '../../../schemas/shop/blocks/cart-table.schema.json' with { type: 'json' };
import { BARE, type ReceivedRequest, type Server, siteOf } from '../../support/open-page.tsx';

const site = await siteOf({
  'config/errors.yaml': `success: [200]
rules:
  - { on: [401], show: none, go: /login }
  - { on: { to: 499 }, show: toast, icon: error }
`,
  'config/api/cart.yaml': `cart.list: { get: /api/cart/list, response: { data: 'cart-line[]', summary: cart-summary }, silent: true }
cart.edit: { post: '/api/cart/{id}/edit', params: { id: integer }, encoding: json, body: { number: integer }, renews: [cart.list] }
cart.select: { post: /api/cart/select, encoding: json, body: { ids: 'integer[]', is_selected: integer }, renews: [cart.list] }
cart.remove: { post: /api/cart/remove, encoding: json, body: { ids: 'integer[]' }, renews: [cart.list] }
`,
  'config/pages/cart.yaml': `name: cart
path: /cart
title: 购物车
${BARE}
data: { cart: { call: cart.list } }
blocks:
  - block: cart-table
    lines: $data.cart.data
    summary: $data.cart.summary
    copyable: true
    on:
      edit: [{ call: cart.edit, params: { id: $event.id }, body: { number: $event.number } }]
      select: [{ call: cart.select, body: { ids: $event.ids, is_selected: $event.is_selected } }]
      remove: [{ confirm: 确定删除吗 }, { call: cart.remove, body: { ids: $event.ids } }]
      removeMany: [{ confirm: '确定删除这 {$event.kinds} 种吗' }, { call: cart.remove, body: { ids: $event.ids } }]
      copy: [{ toast: '复制 {$event.kinds} 种' }]
      checkout: [{ go: /pay }]
`,
  'config/pages/pay.yaml': `name: pay
path: /pay
title: 结算
${BARE}
blocks: [{ block: text, text: 结算台 }]
`,
});

const [example] = schema.examples;
const [first] = (example?.lines ?? []) as CartLine[];
if (!first) throw new Error('the schema has no example of a line');
const { explanation, ...whole } = first;
const base: CartLine = { ...whole, ladder_hint: null, gift_data: { total: 0, type: 0 } };
const emptySummary = example?.summary as CartSummary;

type Parts = Omit<Partial<CartLine>, 'goods'> & {
  id: number;
  goods: Partial<CartLine['goods']> & { name: string };
};

const line = ({ goods, ...parts }: Parts): CartLine => {
  const { price, number } = { ...base, ...parts };
  return {
    ...base,
    ...parts,
    amount: price === null ? null : price * number,
    goods: { ...base.goods, ...goods },
  };
};

/* 10 a package; 10 to 860 of them; 12.50, from 50 on 11.80. */
const AMOXICILLIN = line({
  id: 1,
  number: 30,
  ...(explanation && { explanation }),
  goods: { name: '阿莫西林' },
});
const IBUPROFEN = line({
  id: 2,
  number: 5,
  price: 2,
  is_selected: 0,
  ck_id: 2,
  ck_name: '武汉仓',
  goods: { name: '布洛芬', multiple: 1, qg_number: 1, number: 40, ladder_price: [], zbz: 1, base_price: 2 },
});
const SOLD_OUT = line({
  id: 3,
  number: 5,
  is_selected: 0,
  goods: { name: '硝苯地平', number: 0, is_buy: 0, buy_notice: '已下架' },
});
const SHORT = line({
  id: 4,
  number: 50,
  is_selected: 0,
  goods: { name: '维生素', multiple: 1, qg_number: 1, number: 20 },
});

interface Cart {
  server: Server;
  /** Refuses edits with these words from now on. */
  refuse: (message: string) => void;
  /** Holds the answers of edits until `resolve`. */
  hold: () => () => void;
}

/** A server that keeps a cart. */
function cartOf(...begun: CartLine[]): Cart {
  let lines = begun;
  let refusal = '';
  let held = Promise.resolve();
  const change = (id: number, parts: Partial<CartLine>) => {
    lines = lines.map((one) => (one.id === id ? { ...one, ...parts } : one));
  };
  const edit =
    (id: number) =>
    async ({ body }: ReceivedRequest) => {
      await held;
      if (refusal !== '') return { code: 400, message: refusal };
      const { number } = body as { number: number };
      const price = id === 1 ? (number >= 50 ? 11.8 : 12.5) : 2;
      change(id, { number, price, amount: Math.round(price * number * 100) / 100 });
      return { data: null };
    };
  const idsOf = ({ body }: ReceivedRequest) => (body as { ids: number[] }).ids;
  return {
    server: {
      'GET /api/cart/list': () => {
        const chosen = lines.filter(({ is_selected }) => is_selected === 1);
        const selected_total = chosen.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
        const selected_number = chosen.reduce((sum, { number }) => sum + number, 0);
        const summary = { ...emptySummary, selected_kinds: chosen.length, selected_number, selected_total };
        return { data: { data: lines, summary } };
      },
      'POST /api/cart/1/edit': edit(1),
      'POST /api/cart/2/edit': edit(2),
      'POST /api/cart/4/edit': edit(4),
      'POST /api/cart/select': (request) => {
        const { is_selected } = request.body as { is_selected: 0 | 1 };
        for (const id of idsOf(request)) change(id, { is_selected });
        return { data: null };
      },
      'POST /api/cart/remove': (request) => {
        const gone = idsOf(request);
        lines = lines.filter(({ id }) => !gone.includes(id));
        return { data: null };
      },
    },
    refuse: (message) => {
      refusal = message;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
  };
}

async function open(cart: Cart = cartOf(AMOXICILLIN, IBUPROFEN)) {
  const opened = await site.open('/cart', cart.server);
  const { page } = opened;
  const table = within(await page.findByRole('region', { name: '购物车' }));
  const row = (name: string) => {
    const item = table.getByText(name).closest('li');
    if (!item) throw new Error(`no line of ${name}`);
    return within(item);
  };
  const number = (name: string): HTMLInputElement => table.getByLabelText(`${name}的数量`);
  const tick = (name: string): HTMLInputElement => table.getByLabelText(name);
  const bodies = (call: string) => opened.requests(call).map(({ body }) => body);
  const answer = async (button: '确定' | '取消') => {
    const dialog = within(await page.findByRole('alertdialog'));
    await opened.user.click(dialog.getByRole('button', { name: button }));
    await expect.poll(() => page.queryByRole('alertdialog')).toBeNull();
  };
  return { ...opened, table, row, number, tick, bodies, answer };
}

it('steps a line by whole packages: the sum follows at once, one request is sent', async () => {
  const { user, table, row, number, bodies } = await open();
  const more = table.getByLabelText('增加阿莫西林的数量');
  await user.click(more);
  await user.click(more);
  expect([number('阿莫西林').value, row('阿莫西林').getByText('¥590.00') !== null]).toEqual(['50', true]);
  expect(row('阿莫西林').getByText(/11\.80/)).not.toBeNull();
  await expect.poll(() => bodies('POST /api/cart/1/edit')).toEqual([{ number: 50 }]);
  await expect.poll(() => table.getByText('已选 1 种 50 件')).toBeTruthy();
});

it.each([
  ['55', '60'],
  ['9999', '860'],
  ['1', '10'],
  ['一百', '30'],
])('settles %j at %s when the field is left', async (typed, settled) => {
  const { user, number, bodies } = await open();
  await user.click(number('阿莫西林'));
  await user.paste(typed);
  await user.tab();
  expect(number('阿莫西林').value).toBe(settled);
  const sent = settled === '30' ? [] : [{ number: Number(settled) }];
  await expect.poll(() => bodies('POST /api/cart/1/edit')).toEqual(sent);
});

it('says that there is not more than what it settled at', async () => {
  const { user, row, number } = await open();
  await user.click(number('布洛芬'));
  await user.paste('100');
  await user.keyboard('{Enter}');
  expect(number('布洛芬').value).toBe('40');
  expect(row('布洛芬').getByRole('status').textContent).toBe('库存仅 40 盒，已改为可买的最大数量');
  await user.keyboard('{ArrowDown}');
  expect(row('布洛芬').queryByRole('status')).toBeNull();
});

it('does not step beyond its bounds', async () => {
  const { user, table, number } = await open();
  await user.click(number('阿莫西林'));
  await user.keyboard('{Home}');
  expect(number('阿莫西林').value).toBe('10');
  expect(table.getByLabelText('减少阿莫西林的数量').hasAttribute('disabled')).toBe(true);
  await user.keyboard('{End}');
  expect(number('阿莫西林').value).toBe('860');
  expect(table.getByLabelText('增加阿莫西林的数量').hasAttribute('disabled')).toBe(true);
});

it('puts the old number back when the server refuses, and says why', async () => {
  const cart = cartOf(AMOXICILLIN, IBUPROFEN);
  cart.refuse('超过限购数量');
  const { user, page, table, number } = await open(cart);
  await user.click(table.getByLabelText('增加布洛芬的数量'));
  expect(number('布洛芬').value).toBe('6');
  await page.findByText('超过限购数量');
  await expect.poll(() => number('布洛芬').value).toBe('5');
});

it('keeps what was typed while an earlier change is on its way', async () => {
  const cart = cartOf(AMOXICILLIN, IBUPROFEN);
  const release = cart.hold();
  const { user, table, number, bodies } = await open(cart);
  const more = table.getByLabelText('增加布洛芬的数量');
  await user.click(more);
  await expect.poll(() => bodies('POST /api/cart/2/edit')).toEqual([{ number: 6 }]);
  await user.click(more);
  release();
  await expect.poll(() => bodies('POST /api/cart/2/edit')).toEqual([{ number: 6 }, { number: 7 }]);
  await expect.poll(() => number('布洛芬').closest('[aria-busy]')).toBeNull();
  expect(number('布洛芬').value).toBe('7');
});

it('sends a change that waits before it goes to pay', async () => {
  const { user, page, table, bodies } = await open();
  await user.click(table.getByLabelText('增加阿莫西林的数量'));
  await user.click(table.getByRole('button', { name: '去结算' }));
  await page.findByText('结算台');
  expect(bodies('POST /api/cart/1/edit')).toEqual([{ number: 40 }]);
});

it('does not go to pay with a number that was refused', async () => {
  const cart = cartOf(AMOXICILLIN, IBUPROFEN);
  cart.refuse('超过限购数量');
  const { user, page, table, number, address } = await open(cart);
  await user.click(table.getByLabelText('增加阿莫西林的数量'));
  await user.click(table.getByRole('button', { name: '去结算' }));
  await page.findByText('超过限购数量');
  await expect.poll(() => number('阿莫西林').value).toBe('30');
  await expect.poll(() => table.getByRole('button', { name: '去结算' }).getAttribute('aria-busy')).toBeNull();
  expect(address()).toBe('/cart');
});

it('sends a change that waits when the page is left', async () => {
  const { user, table, bodies, close } = await open();
  await user.click(table.getByLabelText('增加布洛芬的数量'));
  close();
  await expect.poll(() => bodies('POST /api/cart/2/edit')).toEqual([{ number: 6 }]);
});

it('chooses a line, a warehouse, all; the sum is what the server says', async () => {
  const { user, table, tick, bodies } = await open();
  await expect.poll(() => tick('全选').indeterminate).toBe(true);
  expect(tick('选中武汉仓的全部商品').checked).toBe(false);
  await user.click(tick('选中布洛芬'));
  expect([tick('全选').checked, tick('选中武汉仓的全部商品').checked]).toEqual([true, true]);
  await expect.poll(() => table.queryByText('已选 2 种 35 件')).not.toBeNull();
  await user.click(tick('选中杭州仓的全部商品'));
  await expect.poll(() => table.queryByText('已选 1 种 5 件')).not.toBeNull();
  await user.click(tick('全选'));
  await user.click(tick('全选'));
  await expect.poll(() => table.queryByText('已选 0 种 0 件')).not.toBeNull();
  expect(table.getByRole('button', { name: '去结算' }).hasAttribute('disabled')).toBe(true);
  expect(bodies('POST /api/cart/select')).toEqual([
    { ids: [2], is_selected: 1 },
    { ids: [1], is_selected: 0 },
    { ids: [1, 2], is_selected: 1 },
    { ids: [1, 2], is_selected: 0 },
  ]);
});

it('leaves out of a choice what cannot be bought, and says why', async () => {
  const { user, tick, row, number, bodies } = await open(cartOf(AMOXICILLIN, SOLD_OUT, SHORT));
  expect([tick('选中硝苯地平').disabled, tick('选中维生素').disabled]).toEqual([true, true]);
  expect(row('硝苯地平').getByText('已下架')).not.toBeNull();
  expect(row('硝苯地平').queryByRole('spinbutton')).toBeNull();
  expect(row('维生素').getByText(/库存不足/)).not.toBeNull();
  await user.click(tick('全选'));
  await user.click(number('维生素'));
  await user.paste('20');
  await user.tab();
  await expect.poll(() => bodies('POST /api/cart/4/edit')).toEqual([{ number: 20 }]);
  await expect.poll(() => tick('选中维生素').disabled).toBe(false);
  expect(bodies('POST /api/cart/select')).toEqual([{ ids: [1], is_selected: 0 }]);
});

it('removes a line after a question; no keeps it', async () => {
  const { user, table, answer, bodies } = await open();
  await user.click(table.getByRole('button', { name: '删除 布洛芬' }));
  await answer('取消');
  const remove = table.getByRole('button', { name: '删除 布洛芬' });
  await expect.poll(() => remove.hasAttribute('aria-disabled')).toBe(false);
  expect(bodies('POST /api/cart/remove')).toEqual([]);
  await user.click(remove);
  await answer('确定');
  await expect.poll(() => table.queryByText('布洛芬')).toBeNull();
  expect(bodies('POST /api/cart/remove')).toEqual([{ ids: [2] }]);
});

/** What is done with many lines stands in the bar, and after the lines on a phone: the style sheet shows one of the two. */
function tool(table: Awaited<ReturnType<typeof open>>['table'], name: string): HTMLElement {
  const [first] = table.getAllByRole('button', { name });
  if (!first) throw new Error(`there is no button ${name}`);
  return first;
}

it('removes what is chosen, and what can no longer be bought', async () => {
  const { user, page, table, answer, bodies } = await open(cartOf(AMOXICILLIN, IBUPROFEN, SOLD_OUT));
  await user.click(tool(table, '清理失效商品'));
  await answer('确定');
  await expect.poll(() => table.queryByText('硝苯地平')).toBeNull();
  expect(table.queryAllByRole('button', { name: '清理失效商品' })).toEqual([]);
  await user.click(tool(table, '删除选中'));
  expect(await page.findByText('确定删除这 1 种吗')).not.toBeNull();
  await answer('确定');
  await expect.poll(() => table.queryByText('阿莫西林')).toBeNull();
  expect(bodies('POST /api/cart/remove')).toEqual([{ ids: [3] }, { ids: [1] }]);
});

it('shows the empty cart after its last line', async () => {
  const { user, page, table, answer } = await open(cartOf(IBUPROFEN));
  await user.click(table.getByRole('button', { name: '删除 布洛芬' }));
  await answer('确定');
  expect(await page.findByText('购物车空空如也~')).not.toBeNull();
});

it('copies what is chosen where the page lets it', async () => {
  const { user, page, table, tick } = await open();
  await user.click(tool(table, '复制到其他门店'));
  await page.findByText('复制 1 种');
  await user.click(tick('选中阿莫西林'));
  await expect.poll(() => tool(table, '复制到其他门店').hasAttribute('disabled')).toBe(true);
});

it('explains a price on a press, and closes with Esc', async () => {
  const { user, row } = await open();
  const why = row('阿莫西林').getByRole('button', { name: '价格明细' });
  expect(why.getAttribute('aria-expanded')).toBe('false');
  why.focus();
  await user.keyboard('{Enter}');
  const panel = document.getElementById(why.getAttribute('aria-controls') ?? '');
  expect([why.getAttribute('aria-expanded'), panel?.hidden]).toEqual(['true', false]);
  expect(panel?.textContent).toContain('原价 ¥13.20 × 30¥396.00');
  expect(panel?.textContent).toContain('阶梯价（30 件）-¥21.00');
  expect(panel?.textContent).toContain('感冒用药满减：再买 ¥455.80 可减 ¥50.00');
  await user.keyboard('{Escape}');
  expect(panel?.hidden).toBe(true);
});

it('shows no sum to whom no price is shown', async () => {
  const hidden = line({ id: 1, number: 30, price: null, goods: { name: '阿莫西林', base_price: null } });
  const { table } = await open(cartOf(hidden));
  expect(table.queryByText(/¥\d/)).toBeNull();
});
