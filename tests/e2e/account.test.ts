import type { APIRequestContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { get, openStore, post } from './support/stores.ts';
import { freshNumber, mark } from './support/tries.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

const rowWith = (page: Page, text: string) => page.locator('main table tbody tr').filter({ hasText: text });

interface Goods {
  list: { id: number; name: string; ck_id: number; is_buy: number }[];
}

async function buyable(request: APIRequestContext, query: string) {
  const { list } = await get<Goods>(request, `/api/goods/list?stock=1&page_size=20&${query}`);
  const found = list.find(({ is_buy }) => is_buy === 1);
  if (!found) throw new Error(`nothing to buy under ${query}`);
  return found;
}

describe('the account centre', () => {
  it('lets a chain open a second store, copy its cart there with reasons, and buy for it', async () => {
    const { page, context } = await visit({ as: 'chain' });
    const staff = await visit({ as: 'ops' });
    const name = `同禾新店 ${mark()}（演示）`;
    await openStore(context.request, staff.context.request, name);
    const device = await buyable(context.request, 'tree=device');
    const drug = await buyable(context.request, 'sort=sales');
    await post(context.request, '/api/cart', {
      params: [drug, device].map(({ id, ck_id }) => ({ goods_id: id, number: 10, ck_id })),
    });

    await page.goto('/ddgl');
    await rowWith(page, name).getByText('已通过').waitFor();
    await rowWith(page, name).getByRole('checkbox').check();
    await page.getByRole('button', { name: '把购物车复制过去' }).click();
    const choosing = page.getByRole('dialog', { name: '把购物车复制到门店' });
    await choosing.getByRole('checkbox', { name: '全选本页' }).check();
    await choosing.getByRole('button', { name: '复制', exact: true }).click();
    const result = page.getByRole('dialog', { name: '复制结果' });
    const lineOf = (text: string) => result.locator('tbody tr').filter({ hasText: text }).first();
    await lineOf(device.name).getByText('超出您的经营范围').waitFor();
    expect(await lineOf(drug.name).textContent()).not.toContain('超出');
    await result.getByRole('button', { name: '关闭' }).click();

    await rowWith(page, name).getByRole('button', { name: '切换' }).click();
    await page.waitForURL('**/user');
    await page.getByText('现在代门店采购，本单位是 同禾连锁总部（演示）。').waitFor();
    await page.locator('header').getByText(name).first().waitFor();
    await page.goto('/cart');
    await page.getByText(drug.name).first().waitFor();
    expect(await page.locator('main').getByText(device.name).count()).toBe(0);

    await page.goto('/ddgl');
    await rowWith(page, '同禾连锁总部').getByRole('button', { name: '切换' }).click();
    await page.waitForURL('**/user');
    await page.locator('header').getByText('同禾连锁总部（演示）').first().waitFor();
  });

  it('keeps addresses: asks for the region step by step, says what is wrong at the field, edits and deletes', async () => {
    const { page } = await visit({ as: 'buyer-23' });
    const street = `解放大道 ${mark()} 号`;
    await page.goto('/addr');
    await page.getByRole('button', { name: '新增地址' }).click();
    const dialog = page.getByRole('dialog', { name: '新增地址' });
    await dialog.getByLabel('收货人').fill('孙收货');
    await dialog.getByLabel('电话').fill('8888');
    await dialog.getByLabel('省', { exact: true }).selectOption('湖北省');
    await dialog.getByLabel('市', { exact: true }).selectOption('武汉市');
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.getByText('电话格式不正确').waitFor();
    await dialog.getByText('请选择所在地区').waitFor();
    await dialog.getByLabel('电话').fill('027-88888888');
    await dialog.getByLabel('区县').selectOption('江汉区');
    await dialog.getByLabel('详细地址').fill(street);
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const row = rowWith(page, `湖北省武汉市江汉区${street}`);
    await row.getByText('027-****8888').waitFor();

    await row.getByRole('button', { name: '修改' }).click();
    const editing = page.getByRole('dialog', { name: '修改地址' });
    expect(await editing.getByLabel('电话').inputValue()).toBe('027-88888888');
    expect(await editing.getByLabel('区县').inputValue()).toBe('江汉区');
    await editing.getByLabel('省', { exact: true }).selectOption('北京市');
    await editing.getByLabel('区县').selectOption('东城区');
    await editing.getByRole('button', { name: '保存' }).click();
    const moved = rowWith(page, `北京市东城区${street}`);
    await moved.getByRole('button', { name: '设为默认' }).click();
    await moved.getByRole('cell', { name: '默认', exact: true }).waitFor();
    await moved.getByRole('button', { name: '删除' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
    await moved.waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: '默认', exact: true }).waitFor();
  });

  it('changes the phone by a code, at its field when it is wrong', async () => {
    const { page, context } = await visit({ as: 'buyer-24', expected: /status of 422/ });
    const phone = `139${String(50_000_000 + freshNumber())}`;
    await page.goto('/basic');
    await page.getByRole('button', { name: '修改联系人或手机' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('新手机号').fill(phone);
    await dialog.getByRole('button', { name: '获取验证码' }).click();
    await dialog.getByRole('button', { name: /后/ }).waitFor();
    await dialog.getByLabel('短信验证码').fill('000000');
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.getByText('验证码不正确').waitFor();
    interface Outbox {
      list: { phone: string; code: string }[];
    }
    const { list } = await get<Outbox>(context.request, '/api/dev/outbox');
    const code = list.find((sent) => sent.phone === phone)?.code ?? '';
    await dialog.getByLabel('短信验证码').fill(code);
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page
      .locator('main')
      .getByText(`139****${phone.slice(7)}`)
      .waitFor();
  });

  it('stops an account in the back office: its pages lead to the log-in, which says so', async () => {
    const member = await visit({ as: 'buyer-25', expected: /status of 40[13]/ });
    const { page } = await visit({ as: 'ops' });
    await member.page.goto('/user');
    await page.goto(`/ops/member?keywords=${member.username}`);
    await rowWith(page, member.username).getByRole('link').first().click();
    await page
      .getByRole('heading', { level: 1, name: new RegExp(`${member.username.slice(6)}号`) })
      .waitFor();
    await page.getByRole('button', { name: '停用账号' }).click();
    const dialog = page.getByRole('dialog', { name: '停用账号' });
    await dialog.getByLabel('原因').fill('长期欠款');
    await dialog.getByRole('button', { name: '停用', exact: true }).click();
    await page.getByText('账号已停用').first().waitFor();

    await member.page.goto('/order');
    expect(new URL(member.page.url()).pathname).toBe('/login');
    await member.page.getByLabel('用户名').fill(member.username);
    await member.page.getByRole('textbox', { name: '密码' }).fill('Demo@2026');
    await member.page.getByRole('button', { name: '登录', exact: true }).click();
    await member.page.getByText('账号已停用，请联系客户经理或拨打服务热线').first().waitFor();

    await page.getByRole('button', { name: '恢复账号' }).click();
    await page.getByRole('button', { name: '停用账号' }).waitFor();
    await member.page.getByRole('textbox', { name: '密码' }).fill('Demo@2026');
    await member.page.getByRole('button', { name: '登录', exact: true }).click();
    await member.page.waitForURL('**/order');
  });

  it('shows messages by kind, opens one and counts it as read', async () => {
    const { page, username } = await visit({ as: 'buyer-26' });
    const staff = await visit({ as: 'ops' });
    const title = `账户提醒 ${mark()}`;
    const words = {
      audience: 'one',
      username,
      kind: 'account',
      title,
      body: '请核对开票资料',
      url: '/basic',
    };
    await page.goto('/wdxx?kind=account');
    await post(staff.context.request, '/api/ops/message', words);
    const row = rowWith(page, title);
    await row.getByText('未读').waitFor();
    await row.getByRole('button', { name: '查看' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('请核对开票资料').waitFor();
    await row.getByText('已读').waitFor();
    await dialog.getByRole('link', { name: '去看看' }).click();
    await page.waitForURL('**/basic');
  });
});
