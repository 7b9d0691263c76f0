// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { type ReceivedRequest, type Server, siteOf } from '../../support/open-page.tsx';
import { FORM_PAGES } from './form-pages.ts';

const site = await siteOf(FORM_PAGES);

const taken: Server = { 'POST /api/wish': () => ({ data: null }) };

const bodies = (requests: readonly ReceivedRequest[]) => requests.map(({ body }) => body);

async function open(path = '/wish', server = taken) {
  const opened = await site.open(path, server);
  const form = await opened.page.findByRole('form');
  const { page, user } = opened;
  const field = (label: string): HTMLInputElement => page.getByLabelText(new RegExp(`^${label}\\*?$`));
  /** The text under a field, as a screen reader finds it. */
  const noteOf = (label: string) => {
    const control = field(label);
    const group = control.getAttribute('aria-describedby') ? control : control.closest('fieldset');
    const id = group?.getAttribute('aria-describedby');
    return id ? document.getElementById(id)?.textContent : undefined;
  };
  const type = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) {
      await user.clear(field(label));
      await user.paste(value);
    }
  };
  const send = () => user.click(page.getByRole('button', { name: /^提交$|^保存$/ }));
  const fillWell = async () => {
    await type({ 品名: '阿莫西林', 电话: '13800000000' });
    await user.click(field('我已阅读'));
  };
  return { ...opened, form, field, noteOf, type, fillWell, send };
}

it('says at each field what is wrong with it, goes to the first, and sends nothing', async () => {
  const { send, noteOf, field, requests } = await open();
  await send();
  expect([noteOf('品名'), noteOf('电话'), noteOf('我已阅读'), noteOf('数量')]).toEqual([
    '请填写品名',
    '请填写电话',
    '请勾选我已阅读',
    undefined,
  ]);
  expect(field('品名').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field('品名'));
  expect(requests('POST /api/wish')).toEqual([]);
});

it('sends what was filled in, in its types, with the defaults and what is hidden', async () => {
  const { page, send, type, fillWell, requests } = await open();
  await fillWell();
  await type({ 数量: '12.5', 品名: '  阿莫西林 ' });
  await send();
  await page.findByText('已提交');
  expect(bodies(requests('POST /api/wish'))).toEqual([
    {
      name: '阿莫西林',
      phone: '13800000000',
      amount: 12.5,
      kind: 'short',
      packs: 2,
      agree: 1,
      source: 'list',
    },
  ]);
});

it('is sent with Enter in a field', async () => {
  const { page, user, field, fillWell, requests } = await open();
  await fillWell();
  await user.type(field('电话'), '{Enter}');
  await page.findByText('已提交');
  expect(requests('POST /api/wish')).toHaveLength(1);
});

it('judges a field when it is left, and as it is typed from then on', async () => {
  const { user, field, type, noteOf } = await open();
  await type({ 电话: '1380' });
  expect(noteOf('电话')).toBeUndefined();
  await user.tab();
  expect(noteOf('电话')).toBe('电话格式不正确，应为 11 位手机号或区号加座机号');
  await user.type(field('电话'), '0000000');
  expect(noteOf('电话')).toBeUndefined();
  await user.type(field('电话'), '0');
  expect(noteOf('电话')).toContain('格式不正确');
});

it.each([
  ['阿', '品名至少 2 个字'],
  ['一二三四五六七八九十一', '品名最多 10 个字'],
  ['   ', '请填写品名'],
  ['𠮷野', undefined],
])('holds the length of a text: %j', async (text, problem) => {
  const { send, fillWell, type, noteOf } = await open();
  await fillWell();
  await type({ 品名: text });
  await send();
  expect(noteOf('品名')).toBe(problem);
});

it.each([
  ['12', 12],
  [' 12 ', 12],
  ['12.50', 12.5],
  ['.5', 0.5],
  ['+7', 7],
  ['007', 7],
  ['１２．５', 12.5],
  ['1,200', 1200],
  ['1，200.5', 1200.5],
])('reads a number as it is written: %j', async (text, number) => {
  const { page, send, fillWell, type, requests } = await open();
  await fillWell();
  await type({ 数量: text });
  await send();
  await page.findByText('已提交');
  expect(bodies(requests('POST /api/wish'))).toMatchObject([{ amount: number }]);
});

it.each([
  ['abc', '数量应为数字'],
  ['0x10', '数量应为数字'],
  ['1e3', '数量应为数字'],
  ['Infinity', '数量应为数字'],
  ['12盒', '数量应为数字'],
  ['1,2', '数量应为数字'],
  ['1.2.3', '数量应为数字'],
  ['-1', '数量不能小于 0.5'],
  ['0', '数量不能小于 0.5'],
  ['5000.01', '数量不能大于 5000'],
])('refuses %j as a number', async (text, problem) => {
  const { send, fillWell, type, noteOf, requests } = await open();
  await fillWell();
  await type({ 数量: text });
  await send();
  expect([noteOf('数量'), requests('POST /api/wish')]).toEqual([problem, []]);
});

it('takes a number of blanks for none', async () => {
  const { page, send, fillWell, type, requests } = await open();
  await fillWell();
  await type({ 数量: '  ' });
  await send();
  await page.findByText('已提交');
  expect(bodies(requests('POST /api/wish'))).not.toMatchObject([{ amount: 0 }]);
});

it('keeps what was typed when the server refuses, and says it at the fields', async () => {
  const { page, send, fillWell, field, noteOf } = await open('/wish', {
    'POST /api/wish': () => ({
      code: 422,
      message: '请检查',
      data: { errors: { phone: ['这个号码已登记'], name: ['没有这个品种'] } },
    }),
  });
  await fillWell();
  await send();
  await expect.poll(() => noteOf('电话')).toBe('这个号码已登记');
  expect(noteOf('品名')).toBe('没有这个品种');
  expect(document.activeElement).toBe(field('品名'));
  expect([field('品名').value, field('电话').value, field('我已阅读').checked]).toEqual([
    '阿莫西林',
    '13800000000',
    true,
  ]);
  expect(page.queryByRole('alert')).toBeNull();
});

it.each([
  ['a refusal', { code: 400, message: '今天的求购已满' }, '今天的求购已满'],
  [
    'an error of a field that is not shown',
    { code: 422, message: '请检查', data: { errors: { reason: ['不对'] } } },
    '请检查',
  ],
  [
    'an error of a hidden field',
    { code: 422, message: '请检查', data: { errors: { source: ['不对'] } } },
    '请检查',
  ],
  [
    'an error of a field that it has not',
    { code: 422, message: '请检查', data: { errors: { shop: ['不对'] } } },
    '请检查',
  ],
])('says above the fields what belongs to none: %s', async (_, answer, said) => {
  const { page, send, fillWell, field } = await open('/wish', { 'POST /api/wish': () => answer });
  await fillWell();
  await send();
  expect((await page.findByRole('alert')).textContent).toBe(said);
  expect(field('品名').value).toBe('阿莫西林');
});

it('can be sent again after a failure, which then is said no more', async () => {
  let code = 500;
  const { page, send, fillWell, requests } = await open('/wish', {
    'POST /api/wish': () => (code === 200 ? { data: null } : { code, message: '坏了' }),
  });
  await fillWell();
  await send();
  await page.findByRole('alert');
  code = 200;
  await send();
  await page.findByText('已提交');
  expect(page.queryByRole('alert')).toBeNull();
  expect(requests('POST /api/wish')).toHaveLength(2);
});

it('is sent once, however often it is pressed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { page, user, field, fillWell, requests } = await open('/wish', {
    'POST /api/wish': async () => {
      await promise;
      return { data: null };
    },
  });
  await fillWell();
  const button = page.getByRole('button', { name: '提交' });
  await user.dblClick(button);
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
  await user.click(button);
  await user.type(field('电话'), '{Enter}');
  resolve();
  await page.findByText('已提交');
  expect(requests('POST /api/wish')).toHaveLength(1);
});

it('asks for a field only when another says so, and sends it only then', async () => {
  const { page, user, send, type, fillWell, noteOf, requests } = await open();
  await fillWell();
  expect(page.queryByLabelText(/说明/)).toBeNull();
  await user.click(page.getByRole('radio', { name: '其他' }));
  await send();
  expect(noteOf('说明')).toBe('请填写说明');
  await type({ 说明: '厂家停产' });
  await send();
  await page.findByText('已提交');
  await user.click(page.getByRole('radio', { name: '缺货' }));
  await send();
  await expect.poll(() => requests('POST /api/wish').length).toBe(2);
  const [first, second] = bodies(requests('POST /api/wish'));
  expect(first).toMatchObject({ kind: 'other', reason: '厂家停产' });
  expect(second).not.toHaveProperty('reason');
});

it('moves between choices with the arrow keys', async () => {
  const { page, user, field } = await open();
  field('数量').focus();
  await user.tab();
  expect(document.activeElement).toBe(page.getByRole('radio', { name: '缺货' }));
  await user.keyboard('{ArrowDown}');
  const other: HTMLInputElement = page.getByRole('radio', { name: '其他' });
  expect(other.checked).toBe(true);
});

it('settles a quantity at whole packages within its bounds', async () => {
  const { user, field } = await open();
  const packs = field('件数');
  const typed = async (text: string) => {
    await user.clear(packs);
    await user.type(packs, text);
    await user.tab();
    return packs.value;
  };
  expect([await typed('5'), await typed('99'), await typed('0')]).toEqual(['6', '10', '2']);
});

it('brings back what was typed after the tab came back, until it was sent', async () => {
  const first = await open();
  await first.fillWell();
  first.close();
  const second = await open();
  await second.page.findByRole('status');
  expect([second.field('品名').value, second.field('我已阅读').checked]).toEqual(['阿莫西林', true]);
  await second.send();
  await second.page.findByText('已提交');
  second.close();
  const third = await open();
  expect(third.field('品名').value).toBe('');
});

it('keeps what was typed for days where the page says so, no password, and forgets it once sent or too old', async () => {
  const server: Server = { 'POST /api/password': () => ({ data: null }) };
  const first = await open('/account', server);
  await first.type({ 品名: '城南大药房', 密码: 'Secret@2026' });
  first.close();
  sessionStorage.clear();
  const kept = localStorage.getItem('form:account') ?? '';
  expect(kept).not.toContain('Secret');
  const second = await open('/account', server);
  expect(second.field('品名').value).toBe('城南大药房');
  await second.send();
  await expect.poll(() => localStorage.getItem('form:account')).toBeNull();
  second.close();
  localStorage.setItem('form:account', kept.replace(/"at":\d+/, '"at":1'));
  const third = await open('/account', server);
  expect([third.field('品名').value, localStorage.getItem('form:account')]).toEqual(['', null]);
});

it('never keeps a password', async () => {
  const first = await open('/password');
  await first.type({ 原密码: 'Secret@2026' });
  expect(sessionStorage.getItem('form:password') ?? '').not.toContain('Secret');
});

it('refuses a weak password and one that was repeated otherwise, and sends them as typed', async () => {
  const { page, type, send, noteOf, requests } = await open('/password', {
    'POST /api/password': () => ({ data: null }),
  });
  await type({ 原密码: ' old 1', 新密码: 'abc', 再次输入: 'abd' });
  await send();
  expect([noteOf('新密码'), noteOf('再次输入')]).toEqual([
    '密码至少 8 位，并含字母、数字、符号中的两种',
    '两次填写的不一致',
  ]);
  await type({ 新密码: ' Better@2026', 再次输入: ' Better@2026' });
  await send();
  await page.findByText('已修改');
  expect(bodies(requests('POST /api/password'))).toEqual([
    { old: ' old 1', password: ' Better@2026', again: ' Better@2026' },
  ]);
});

it('shows a password while asked to', async () => {
  const { page, user, field } = await open('/password');
  await user.type(field('原密码'), 'abc');
  expect(field('原密码').type).toBe('password');
  const [show] = page.getAllByRole('button', { name: '显示密码' });
  if (show) await user.click(show);
  expect(field('原密码').type).toBe('text');
});

it('begins with the values of a row, and sends those that may not be changed', async () => {
  const { page, user, send, field, requests } = await open('/row', {
    'GET /api/row': () => ({ data: { name: '甲', kind: 'b', agree: 1, packs: 4, tags: ['y'] } }),
    'POST /api/row': () => ({ data: null }),
  });
  expect([field('名称').value, field('上架').checked, field('件数').value]).toEqual(['甲', true, '4']);
  expect(page.getByText('乙类')).not.toBeNull();
  expect(page.queryByRole('combobox')).toBeNull();
  await user.click(await page.findByRole('checkbox', { name: '新品' }));
  await page.findByText('已选 2 项：新品、热销');
  await send();
  await expect
    .poll(() => bodies(requests('POST /api/row')))
    .toEqual([{ name: '甲', kind: 'b', agree: 1, packs: 4, tags: ['y', 'x'] }]);
});

it('sends a code to a number that is one, and then waits', async () => {
  const { page, user, type, noteOf, requests } = await open('/code', {
    'POST /api/code': () => ({ data: null }),
  });
  const button = await page.findByRole('button', { name: '获取验证码' });
  await user.click(button);
  expect([noteOf('手机号'), requests('POST /api/code')]).toEqual(['请填写手机号', []]);
  await type({ 手机号: '13800000000' });
  await user.click(button);
  await expect.poll(() => button.hasAttribute('disabled')).toBe(true);
  expect(bodies(requests('POST /api/code'))).toEqual([{ phone: '13800000000' }]);
  expect(button.textContent).toMatch(/\d+/);
});

it('says at the number why no code was sent', async () => {
  const { page, user, type, noteOf } = await open('/code', {
    'POST /api/code': () => ({ code: 422, message: '', data: { errors: { phone: ['今天发送太多次'] } } }),
  });
  await type({ 手机号: '13800000000' });
  const button = await page.findByRole('button', { name: '获取验证码' });
  await user.click(button);
  await expect.poll(() => noteOf('手机号')).toBe('今天发送太多次');
  expect(button.hasAttribute('disabled')).toBe(false);
});

it('sends a file as soon as it is chosen, says what is wrong with it, and sends its address with the form', async () => {
  let refusal = '这不是图片';
  const { page, user, send, requests } = await open('/shop', {
    'POST /api/upload': ({ body }) => {
      const { file } = body as { file: File };
      if (refusal !== '') return { code: 422, data: { errors: { file: [refusal] } } };
      return { data: { id: 'f1', url: '/files/f1', name: file.name, size: file.size } };
    },
    'POST /api/shop': () => ({ data: null }),
  });
  const input: HTMLInputElement = await page.findByLabelText(/^执照/);
  const licence = new File(['x'], '执照.png', { type: 'image/png' });
  await send();
  await page.findByText('请选择执照');
  await user.upload(input, licence);
  await page.findByText('这不是图片');
  refusal = '';
  await user.upload(input, licence);
  await page.findByText('执照.png');
  expect(page.queryByText('这不是图片')).toBeNull();
  await send();
  await expect.poll(() => bodies(requests('POST /api/shop'))).toEqual([{ licence: '/files/f1' }]);
  expect(bodies(requests('POST /api/upload'))).toMatchObject([{ kind: 'licence' }, { kind: 'licence' }]);
  await user.click(page.getByRole('button', { name: '去掉' }));
  await send();
  await page.findByText('请选择执照');
});
