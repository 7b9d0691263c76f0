import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { creditCodeOf } from '#server/modules/customers/seed/certificates.ts';
import { focusOf, press, tabTo, toContent, write } from './support/keyboard.ts';
import { codeFor } from './support/outbox.ts';
import { gotoStill } from './support/still.ts';
import { get, post } from './support/stores.ts';
import { paidOrder } from './support/touch.ts';
import { freshNumber, mark } from './support/tries.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

const CERTIFICATES = 'src/server/modules/customers/seed/certificates';

/** Longest list that is gone through. */
const CHOICES = 40;

/** Runs in the page. */
const chosen = (): string => {
  const at = document.activeElement;
  return at instanceof HTMLSelectElement ? (at.selectedOptions[0]?.label ?? '') : '';
};

/** Goes to a field with choices and down in it to one of them. */
async function chooseIn(page: Page, label: RegExp, choice: string): Promise<void> {
  await tabTo(page, label);
  for (let step = 0; step < CHOICES && (await page.evaluate(chosen)) !== choice; step += 1)
    await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(chosen)).toBe(choice);
}

test('goods are sent back by keyboard alone', async () => {
  const { page, context } = await visit({ as: 'buyer-65' });
  const { context: staff } = await visit({ as: 'ops' });
  const id = await paidOrder(context.request);
  await post(staff.request, `/api/ops/order/${id}/ship`, { carrier: '演示物流', tracking_no: `YS1000${id}` });
  await gotoStill(page, `/order/info/${id}`);
  await toContent(page);
  await press(page, /^确认收货/);
  await page.getByRole('alertdialog').waitFor();
  await press(page, /^确定/);
  await page.getByRole('heading', { name: '订单已完成' }).waitFor();
  await toContent(page);
  await press(page, /^申请退货退款/);
  const dialog = page.getByRole('dialog', { name: '申请退货退款' });
  await dialog.waitFor();
  await tabTo(page, /退款/);
  const refund = dialog.getByRole('radio', { name: '仅退款' });
  for (let step = 0; step < 4 && !(await refund.isChecked()); step += 1)
    await page.keyboard.press('ArrowDown');
  await write(page, /批号/, '1');
  await page.keyboard.press('Enter');
  await chooseIn(page, /原因/, '破损');
  await dialog.getByRole('status').filter({ hasText: '预计退款' }).waitFor();
  await press(page, /^提交申请/);
  await page.waitForURL(/\/order\/returnInfo\/\d+$/);
  const { claims } = await get<{ claims: object[] }>(context.request, `/api/order/${id}`);
  expect(claims).toHaveLength(1);
});

/** Province, city and district, one after the other; each is there once the one before is chosen. */
async function chooseRegion(page: Page): Promise<void> {
  for (const [label, choice] of [
    [/省/, '湖北省'],
    [/市/, '武汉市'],
    [/区|县/, '江汉区'],
  ] as const)
    await chooseIn(page, label, choice);
}

/** The papers that a pharmacy must hand in, and pictures of them. */
const PAPERS = [
  ['营业执照', 'business_licence'],
  ['药品经营许可证', 'drug_licence'],
  ['采购授权委托书', 'mandate'],
  ['被委托人身份证', 'mandate_identity'],
] as const;

test('a pharmacy registers by keyboard alone', { timeout: 240_000 }, async () => {
  const { page, context } = await visit();
  const phone = `136${String(10_000_000 + freshNumber())}`;
  await gotoStill(page, '/register/step1');
  await toContent(page);
  await write(page, /^手机号/, phone);
  await press(page, /^获取验证码/);
  await page.getByRole('button', { name: /秒后重发/ }).waitFor();
  const code = await codeFor(context, phone);
  await toContent(page);
  await write(page, /^(短信)?验证码/, code);
  await write(page, /^(登录|设置)?密码/, 'Pharmacy#2026');
  await write(page, /确认|再/, 'Pharmacy#2026');
  await tabTo(page, /同意/);
  await page.keyboard.press('Space');
  await press(page, /^注册并继续/);
  await page.waitForURL('**/register/step2');

  await page.locator('[name=type]').waitFor();
  await toContent(page);
  await chooseIn(page, /类型|性质/, '单体药店');
  await write(page, /^(企业|单位)名称/, `键盘大药房 ${mark()}`);
  await write(page, /信用代码/, creditCodeOf(6_000_000 + freshNumber()));
  for (const [label, text] of [
    [/^法定代表人/, '王法人'],
    [/^企业负责人/, '李负责'],
    [/^质量负责人/, '赵质量'],
    [/^采购员/, '钱采购'],
  ] as const)
    await write(page, label, text);
  await chooseRegion(page);
  await write(page, /^注册地址/, '演示路 8 号');
  await chooseRegion(page);
  await write(page, /^仓库/, '演示路 8 号一楼');
  await write(page, /^收货人/, '孙收货');
  await write(page, /^收货电话/, '027-88888888');
  await press(page, /^保存并继续/);
  await page.waitForURL('**/register/step3');

  for (const [paper, file] of PAPERS) {
    const card = page.getByRole('region', { name: paper });
    /* The dialog that chooses the file is the system's own. */
    await card.locator('input[type=file]').setInputFiles(`${CERTIFICATES}/${file}.jpg`);
    await card.getByRole('button', { name: `查看 ${file}.jpg` }).waitFor();
    await write(page, /证号|号码/, '演00010001');
    await write(page, /发证机关/, '演示市监局');
    await write(page, /发证日期/, '2025-01-01');
    await page.keyboard.press('Escape');
    await tabTo(page, /长期有效/);
    await page.keyboard.press('Space');
  }
  await press(page, /^提交审核/);
  await page.getByText('资料已提交，等待审核').waitFor();
});

test('a statement is read and an invoice asked for by keyboard alone', async () => {
  const { page, context } = await visit({ as: 'buyer-67' });
  const { context: staff } = await visit({ as: 'ops' });
  const id = await paidOrder(context.request);
  await post(staff.request, `/api/ops/order/${id}/ship`, { carrier: '演示物流', tracking_no: `YS2000${id}` });
  await post(context.request, `/api/order/${id}/confirm`, {});
  await gotoStill(page, '/dzd');
  await toContent(page);
  await press(page, /年\d+月$/);
  await page.getByRole('heading', { name: /月对账单/ }).waitFor();
  await toContent(page);
  const downloading = page.waitForEvent('download');
  await press(page, /^下载 Excel/);
  expect((await downloading).suggestedFilename()).toMatch(/\.xlsx$/);

  await gotoStill(page, '/dzfp');
  await toContent(page);
  await tabTo(page, /^选择 /);
  await page.keyboard.press('Space');
  await press(page, /^申请开票/);
  await page.getByRole('dialog').waitFor();
  await write(page, /纳税人识别号/, '91420100MA4KXXXX1T');
  await press(page, /^提交申请/);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { total } = await get<{ total: number }>(context.request, '/api/invoice');
  expect(total).toBe(1);
  await expect.poll(async () => (await focusOf(page)).name).not.toBe('');
});

test('a notice is written, looked at and published by keyboard alone', async () => {
  const { page } = await visit({ as: 'ops' });
  const title = `键盘公告 ${mark()}`;
  await gotoStill(page, '/ops/article/new');
  await toContent(page);
  await write(page, /^标题/, title);
  await chooseIn(page, /^分类/, '平台公告');
  await write(page, /^正文/, '## 停发时间');
  await tabTo(page, /^编辑/, 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { name: '停发时间' }).waitFor();
  await press(page, /^保存/);
  await page.waitForURL('**/ops/article');
  const row = page.locator('main table tbody tr').filter({ hasText: title });
  await row.waitFor();
  await toContent(page);
  await press(page, /^发布/);
  await row.getByText('已发布').waitFor();
  await expect.poll(async () => (await focusOf(page)).name).not.toBe('');
});
