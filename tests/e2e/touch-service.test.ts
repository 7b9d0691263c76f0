import { expect, test } from 'vitest';
import { creditCodeOf } from '#server/modules/customers/seed/certificates.ts';
import { codeFor } from './support/outbox.ts';
import { get, post } from './support/stores.ts';
import { paidOrder, plainGoods, tap } from './support/touch.ts';
import { freshNumber, mark } from './support/tries.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

const PICTURE = {
  name: '照片.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

test('a pharmacy registers: account, company and papers', { timeout: 120_000 }, async () => {
  const { page, context } = await visit({ isPhone: true });
  const field = (name: string) => page.locator(`[name=${name}]`);
  const phone = `138${String(10_000_000 + freshNumber())}`;
  await page.goto('/register/step1');
  await field('phone').fill(phone);
  await tap(page.getByRole('button', { name: '获取验证码' }));
  await page.getByRole('button', { name: /秒后重发/ }).waitFor();
  await field('code').fill(await codeFor(context, phone));
  await field('password').fill('Pharmacy#2026');
  await field('again').fill('Pharmacy#2026');
  await tap(field('agree'));
  await tap(page.getByRole('button', { name: '注册并继续' }));
  await page.waitForURL('**/register/step2');

  await field('type').selectOption({ label: '单体药店' });
  const values = {
    name: `掌上大药房 ${mark()}`,
    credit_code: creditCodeOf(7_000_000 + freshNumber()),
    legal_person: '王法人',
    principal: '李负责',
    quality_head: '赵质量',
    buyer: '钱采购',
    address: '演示路 8 号',
    warehouse: '演示路 8 号一楼',
    receiver: '孙收货',
    receiver_phone: '027-88888888',
  };
  for (const [name, value] of Object.entries(values)) await field(name).fill(value);
  for (const group of ['注册地区', '收货地区']) {
    const selects = page.getByRole('group', { name: group }).locator('select');
    for (const [at, label] of ['湖北省', '武汉市', '江汉区'].entries())
      await selects.nth(at).selectOption({ label });
  }
  await tap(page.getByRole('button', { name: '保存并继续' }));
  await page.waitForURL('**/register/step3');

  for (const name of ['营业执照', '药品经营许可证', '采购授权委托书', '被委托人身份证']) {
    const card = page.getByRole('region', { name });
    await card.locator('input[type=file]').setInputFiles(PICTURE);
    await card.getByLabel('证号').fill('演00010001');
    await card.getByLabel('发证机关').fill('演示市监局');
    await card.getByRole('textbox', { name: '发证日期' }).fill('2025-01-01');
    await tap(card.getByLabel('长期有效'));
    await card.getByRole('button', { name: `查看 ${PICTURE.name}` }).waitFor();
  }
  await tap(page.getByRole('button', { name: '提交审核' }));
  await page.getByText('资料已提交，等待审核').waitFor();
});

test('goods are sent back', async () => {
  const { page, context } = await visit({ as: 'buyer-55', isPhone: true });
  const { context: staff } = await visit({ as: 'ops' });
  const id = await paidOrder(context.request);
  const parcel = { carrier: '演示物流', tracking_no: `YS1000${id}` };
  await post(staff.request, `/api/ops/order/${id}/ship`, parcel);
  await page.goto(`/order/info/${id}`);
  await tap(page.getByRole('button', { name: '确认收货' }));
  await tap(page.getByRole('button', { name: '确定' }));
  await page.getByRole('heading', { name: '订单已完成' }).waitFor();
  await tap(page.getByRole('button', { name: '申请退货退款' }));
  const dialog = page.getByRole('dialog', { name: '申请退货退款' });
  await tap(dialog.getByRole('radio', { name: '仅退款' }));
  await dialog.getByRole('spinbutton').first().fill('1');
  await dialog.getByRole('spinbutton').first().press('Enter');
  await dialog.getByLabel('原因').selectOption('破损');
  await dialog.getByRole('status').filter({ hasText: '预计退款' }).waitFor();
  await tap(dialog.getByRole('button', { name: '提交申请' }));
  await page.waitForURL(/\/order\/returnInfo\/\d+$/);
  const { claims } = await get<{ claims: { amount: number }[] }>(context.request, `/api/order/${id}`);
  expect(claims).toHaveLength(1);
});

test('a pasted list is read, shown and put into the cart', async () => {
  const { page, context } = await visit({ as: 'buyer-56', isPhone: true });
  const [one, two] = await plainGoods(context.request);
  if (!one || !two) throw new Error('nothing to buy');
  await page.goto('/kjcg');
  await tap(page.getByRole('button', { name: '从 Excel 粘贴' }));
  const rows = [
    '采购数量\t备注\t商品编码',
    ...[one, two].map((goods) => `${goods.multiple * 2}\t急\t${goods.code}`),
  ];
  await page.getByLabel('粘贴的内容').fill([...rows, '1\t\tNOPE'].join('\n'));
  await tap(page.getByRole('button', { name: '识别' }));
  await tap(page.getByRole('button', { name: '填入 2 行' }));
  await page.getByText(`已填 2 个品种，${(one.multiple + two.multiple) * 2} 件`).waitFor();
  await tap(page.getByRole('button', { name: '加入购物车' }));
  await page.getByText('2 个品种已加入购物车').first().waitFor();
});

test('an alert is set on the page of a good and stands in the list', async () => {
  const { page, context } = await visit({ as: 'buyer-57', isPhone: true });
  const [goods] = await plainGoods(context.request);
  await page.goto(`/list_info/${goods?.id ?? 0}`);
  await tap(page.getByRole('button', { name: '降价提醒我' }));
  await expect
    .poll(async () => (await get<{ list: object[] }>(context.request, '/api/alert')).list.length)
    .toBe(1);
  await page.goto('/dhtx');
  await page
    .getByRole('main')
    .getByText(goods?.name ?? '')
    .first()
    .waitFor();
});

test('the receipt of goods with ephedrine is sent', async () => {
  const { page } = await visit({ as: 'demo', isPhone: true });
  await page.goto('/hmdd');
  const send = page.getByRole('button', { name: '上传回执' });
  await send.first().waitFor();
  const before = await send.count();
  await tap(send.first());
  const dialog = page.getByRole('dialog', { name: '上传含麻回执' });
  await dialog.locator('input[type=file]').first().setInputFiles(PICTURE);
  await dialog.getByText(PICTURE.name).first().waitFor();
  await tap(dialog.getByRole('button', { name: '提交回执' }));
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => send.count()).toBe(before - 1);
});
