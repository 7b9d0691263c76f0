import type { APIRequestContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { creditCodeOf } from '#server/seed/certificates.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

/** Texts of this run's own, so that it may be repeated on one shop. */
const run = Date.now() % 1_000_000;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const rowWith = (page: Page, text: string) => page.locator('main table tbody tr').filter({ hasText: text });

interface Answer {
  code: number;
  message: string;
  data: never;
}

/** A call as the page's own user, for what another test presses through. */
async function post<Data>(request: APIRequestContext, path: string, data: object): Promise<Data> {
  const answer = (await (await request.post(path, { data })).json()) as Answer;
  if (answer.code >= 300) throw new Error(`${path}: ${answer.message}`);
  return answer.data;
}

async function get<Data>(request: APIRequestContext, path: string): Promise<Data> {
  return ((await (await request.get(path)).json()) as Answer).data;
}

/** Registers a further store with the certificates of a pharmacy, and lets staff pass it. */
async function openStore(chain: APIRequestContext, ops: APIRequestContext, name: string): Promise<number> {
  const { company_id } = await post<{ company_id: number }>(chain, '/api/register/company', {
    store: 1,
    type: 3,
    name,
    credit_code: creditCodeOf(900_000 + run),
    legal_person: '王法人',
    principal: '李负责',
    quality_head: '赵质量',
    region: '湖北省武汉市江汉区',
    address: '演示路 88 号',
    warehouse_region: '湖北省武汉市江汉区',
    warehouse: '演示路 88 号一楼',
    buyer: '钱采购',
    receiver: '孙收货',
    receiver_phone: '027-88888888',
  });
  const certificates = [];
  for (const kind of ['business_licence', 'drug_licence', 'mandate', 'mandate_identity']) {
    const sent = await chain.post('/api/upload', {
      multipart: { kind: 'certificate', file: { name: '证照.png', mimeType: 'image/png', buffer: PNG } },
    });
    const { id } = ((await sent.json()) as Answer).data as { id: string };
    certificates.push({
      kind,
      number: '演AA0990001',
      issuer: '演示市药品监督管理局',
      issued: '2025-01-01',
      expires: '2030-01-01',
      long: 0,
      files: [id],
    });
  }
  await post(chain, '/api/register/certificates', { store: 1, certificates });
  interface Review {
    certificates: { certificate: { id: number; state: string } }[];
  }
  const review = await get<Review>(ops, `/api/ops/register/${company_id}`);
  for (const { certificate } of review.certificates) {
    if (certificate.state !== 'pending') continue;
    await post(ops, `/api/ops/register/certificate/${certificate.id}`, { pass: 1 });
  }
  await post(ops, `/api/ops/register/${company_id}`, { pass: 1 });
  return company_id;
}

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
    const name = `同禾新店 ${run}（演示）`;
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
    const street = `解放大道 ${run} 号`;
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
    const phone = `139${String(50_000_000 + run)}`;
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
    await page.goto('/ops/member?keywords=buyer-25');
    await rowWith(page, 'buyer-25').getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: /25号/ }).waitFor();
    await page.getByRole('button', { name: '停用账号' }).click();
    const dialog = page.getByRole('dialog', { name: '停用账号' });
    await dialog.getByLabel('原因').fill('长期欠款');
    await dialog.getByRole('button', { name: '停用', exact: true }).click();
    await page.getByText('账号已停用').first().waitFor();

    await member.page.goto('/order');
    expect(new URL(member.page.url()).pathname).toBe('/login');
    await member.page.getByLabel('用户名').fill('buyer-25');
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
    const { page } = await visit({ as: 'buyer-26' });
    const staff = await visit({ as: 'ops' });
    const title = `账户提醒 ${run}`;
    const words = {
      audience: 'one',
      username: 'buyer-26',
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
