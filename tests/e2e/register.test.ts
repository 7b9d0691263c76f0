import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { creditCodeOf } from '#server/modules/customers/seed/certificates.ts';
import { codeFor } from './support/outbox.ts';
import { accountFor, freshNumber, mark } from './support/tries.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

const PASSWORD = 'Pharmacy#2026';
const CERTIFICATES = 'src/server/modules/customers/seed/certificates';

async function region(page: Page, name: string): Promise<void> {
  const selects = page.getByRole('group', { name }).locator('select');
  await selects.nth(0).selectOption({ label: '湖北省' });
  await selects.nth(1).selectOption({ label: '武汉市' });
  await selects.nth(2).selectOption({ label: '江汉区' });
}

async function document(page: Page, name: string, file: string): Promise<void> {
  const card = page.getByRole('region', { name });
  await card.locator('input[type=file]').setInputFiles(`${CERTIFICATES}/${file}.jpg`);
  await card.getByLabel('证号').fill('演00010001');
  await card.getByLabel('发证机关').fill('演示市监局');
  await card.getByRole('textbox', { name: '发证日期' }).fill('2025-01-01');
  await card.getByLabel('长期有效').check();
  await card.getByRole('button', { name: `查看 ${file}.jpg` }).waitFor();
}

const NEEDED: [string, string][] = [
  ['营业执照', 'business_licence'],
  ['药品经营许可证', 'drug_licence'],
  ['采购授权委托书', 'mandate'],
  ['被委托人身份证', 'mandate_identity'],
];

const field = (page: Page | Locator, name: string) => page.locator(`[name=${name}]`);

async function review(ops: Page, company: string): Promise<void> {
  await ops.goto('/ops/register');
  await ops.getByRole('link', { name: company }).click();
  await ops.getByRole('heading', { name: company }).first().waitFor();
}

describe('a new member', () => {
  it('registers with uploads, is rejected with a reason, corrects, is approved, and sees prices', async () => {
    const { page, context } = await visit({ expected: /status of 4(01|04|09|22)/ });
    const { page: ops } = await visit({ as: 'ops' });
    const phone = `137${String(10_000_000 + freshNumber())}`;
    const company = `新开大药房 ${mark()}`;

    /* Step 1: nothing is lost by a refusal, and each is said at its field. */
    await page.goto('/register');
    await page.waitForURL('**/register/step1');
    await expect.poll(() => page.title()).toContain('会员注册');
    await field(page, 'phone').fill('1370');
    await field(page, 'code').focus();
    await page.getByText('手机号应为 11 位手机号').waitFor();
    await field(page, 'phone').fill(phone);
    await page.getByRole('button', { name: '获取验证码' }).click();
    await page.getByRole('button', { name: /秒后重发/ }).waitFor();
    await field(page, 'password').fill('aaaaaaaa');
    await page.getByText('密码强度弱').waitFor();
    await field(page, 'password').fill(PASSWORD);
    await page.getByText('密码强度强').waitFor();
    await field(page, 'again').fill(PASSWORD);
    await field(page, 'code').fill('000000');
    await field(page, 'agree').check();
    await page.getByRole('button', { name: '注册并继续' }).click();
    await page.getByText('验证码不正确').waitFor();
    expect(await field(page, 'password').inputValue()).toBe(PASSWORD);
    await field(page, 'code').fill(await codeFor(context, phone));
    await page.getByRole('button', { name: '注册并继续' }).click();
    await page.waitForURL('**/register/step2');

    /* Step 2: a draft on the server, a wrong check digit at its field. */
    await field(page, 'type').selectOption({ label: '诊所' });
    await page.getByRole('radio', { name: '公立' }).waitFor();
    await field(page, 'type').selectOption({ label: '单体药店' });
    expect(await page.getByRole('radio', { name: '公立' }).count()).toBe(0);
    await field(page, 'name').fill(company);
    await field(page, 'credit_code').fill('91999999MA00050011');
    await field(page, 'legal_person').focus();
    await page.getByText('请逐位核对').waitFor();
    await field(page, 'credit_code').fill(creditCodeOf(9_000_000 + freshNumber()));
    const saved = page.waitForResponse(/register\/draft/);
    for (const [name, value] of Object.entries({
      legal_person: '王法人',
      principal: '李负责',
      quality_head: '赵质量',
      buyer: '钱采购',
      address: '演示路 8 号',
      warehouse: '演示路 8 号一楼',
      receiver: '孙收货',
      receiver_phone: '027-88888888',
    })) {
      await field(page, name).fill(value);
    }
    await region(page, '注册地区');
    await region(page, '收货地区');
    await saved;

    /* The session is lost in the middle: after a login everything that was typed is there. */
    await context.clearCookies();
    await page.getByRole('button', { name: '保存并继续' }).click();
    await page.waitForURL('**/login?from=*');
    await field(page, 'username').fill(phone);
    await field(page, 'password').fill(PASSWORD);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL('**/register/step2');
    await page.getByText('已恢复上次没有提交的内容').waitFor();
    expect(await field(page, 'receiver').inputValue()).toBe('孙收货');
    await page.getByRole('button', { name: '保存并继续' }).click();
    await page.waitForURL('**/register/step3');

    /* Step 3: a file that is none is refused at its place; a step back and forth loses nothing. */
    await page.getByRole('button', { name: '提交审核' }).click();
    await page.getByText('请上传营业执照').waitFor();
    const licence = page.getByRole('region', { name: '营业执照' });
    await licence.locator('input[type=file]').setInputFiles({
      name: '执照.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    });
    await licence.getByText('以文件内容为准').waitFor();
    for (const [name, file] of NEEDED) await document(page, name, file);
    await page.getByRole('link', { name: '返回上一步' }).click();
    await page.waitForURL('**/register/step2');
    await page.goBack();
    await licence.getByRole('button', { name: '查看 business_licence.jpg' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '放大' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '提交审核' }).click();
    await page.getByText('资料已提交，等待审核').waitFor();

    /* Staff reject one certificate, with a reason, beside its picture. */
    await review(ops, company);
    await ops.getByRole('img', { name: /营业执照/ }).waitFor();
    await ops.getByRole('button', { name: '驳回', exact: true }).click();
    await ops.getByText('请写明原因').waitFor();
    await ops.getByRole('button', { name: '照片不清晰，请重新拍摄' }).click();
    await ops.getByRole('button', { name: '驳回', exact: true }).click();
    for (const [name] of NEEDED.slice(1)) {
      await ops.getByRole('heading', { name }).waitFor();
      await ops.getByRole('button', { name: '通过', exact: true }).click();
    }
    await ops.getByText('还有 0 份没有审').waitFor();
    await ops.getByRole('button', { name: '退回更正' }).click();
    await ops.getByRole('dialog').getByRole('button', { name: '退回', exact: true }).click();
    await ops.getByText('企业资料 · 注册 · 未通过').waitFor();

    /* The member's open page turns by itself; only what was rejected is to be done again. */
    await page.getByText('照片不清晰，请重新拍摄').waitFor();
    await licence.getByRole('button', { name: '移除' }).click();
    await document(page, '营业执照', 'business_licence');
    await page.getByRole('button', { name: '提交审核' }).click();
    await page.getByText('资料已提交，等待审核').waitFor();

    /* Without prices until staff approve; with them the moment they do, on the page that is open. */
    await page.goto('/list');
    await page.getByText('认证后可见').first().waitFor();
    await review(ops, company);
    await ops.getByRole('button', { name: '通过', exact: true }).click();
    await ops.getByText('还有 0 份没有审').waitFor();
    await ops.getByRole('button', { name: '整体通过' }).click();
    await ops.getByRole('alertdialog').getByRole('button', { name: '确定' }).click();
    await ops.getByText('企业资料 · 注册 · 已通过').waitFor();
    await page.getByText('认证后可见').first().waitFor({ state: 'detached' });
    await page.locator('main').getByText('¥').first().waitFor();

    await ops.goto('/ops/log?subject=registration');
    await ops.getByText(company).first().waitFor();
  }, 90_000);

  it('who forgot the password sets a new one with a code, and is logged in with it', async () => {
    const { page, context } = await visit();
    /* No other test may log in as this one: a new password ends its sessions. */
    const username = accountFor('buyer-01');
    const phone = `13900000${100 + Number(username.slice(6))}`;
    await page.goto('/forget');
    await page.waitForURL('**/forget/step1');
    await expect.poll(() => page.title()).toContain('忘记密码');
    await field(page, 'phone').fill(phone);
    await page.getByRole('button', { name: '获取验证码' }).click();
    await page.getByRole('button', { name: /秒后重发/ }).waitFor();
    await field(page, 'code').fill(await codeFor(context, phone));
    await page.getByRole('button', { name: '下一步' }).click();
    await page.waitForURL('**/forget/step2');
    await expect.poll(() => page.title()).toContain('重置密码');
    await field(page, 'password').fill('Demo@2026');
    await field(page, 'again').fill('Demo@2026');
    await page.getByRole('button', { name: '重置密码' }).click();
    await page.waitForURL('**/forget/step3');
    await expect.poll(() => page.title()).toContain('重置成功');
    await page.getByRole('link', { name: '去登录' }).click();
    await field(page, 'username').fill(phone);
    await field(page, 'password').fill('Demo@2026');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page
      .getByText(`压测药房${username.slice(6)}号`)
      .first()
      .waitFor();
  });

  it('scans with WeChat, and is asked to register or to log in to bind it', async () => {
    const { page } = await visit();
    await page.goto('/login');
    await page.getByRole('button', { name: '微信扫码登录' }).click();
    await page.waitForURL('**/dev/wechat?state=*');
    await page.getByLabel('微信昵称').fill(`微信 ${mark()}`);
    await page.getByRole('button', { name: '扫码并同意' }).click();
    await page.waitForURL('**/register/wechat');
    await page.getByRole('heading', { name: '注册新账号并绑定' }).waitFor();
    const bind = page.getByRole('form', { name: '绑定已有账号' });
    await field(bind, 'username').fill(accountFor('buyer-19'));
    await field(bind, 'password').fill('Demo@2026');
    await bind.getByRole('button', { name: '登录并绑定' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByText('安全退出').waitFor();
  });
});
