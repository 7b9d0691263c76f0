import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { mark } from './support/tries.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

const rowWith = (page: Page, text: string) => page.locator('main table tbody tr').filter({ hasText: text });

async function accept(page: Page): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click();
}

describe('the back office', () => {
  it('is closed to visitors and members', async () => {
    const visitor = await visit();
    await visitor.page.goto('/ops');
    expect(new URL(visitor.page.url()).pathname).toBe('/login');
    const member = await visit({ as: 'demo', expected: /status of 404/ });
    await member.page.goto('/ops/article');
    expect(new URL(member.page.url()).pathname).toBe('/404');
  });

  it('writes an article, looks at it, publishes it, and readers find it', async () => {
    const { page } = await visit({ as: 'ops' });
    const title = `春节发货安排 ${mark()}`;
    await page.goto('/ops/article/new');
    await page.getByLabel('标题').fill(title);
    await page.getByLabel('分类').selectOption({ label: '平台公告' });
    await page.getByRole('textbox', { name: '正文' }).fill('## 停发时间\n\n**除夕**至初二停发。');
    await page.getByRole('tab', { name: '预览' }).click();
    await page.getByRole('heading', { name: '停发时间' }).waitFor();
    await page.getByRole('tab', { name: '编辑' }).click();
    await page.getByRole('button', { name: '保存' }).click();
    await page.waitForURL('**/ops/article');

    const reader = await visit();
    await reader.page.goto('/help/news/notice');
    expect(await reader.page.getByText(title).count()).toBe(0);

    const row = rowWith(page, title);
    expect(await row.getByText('未发布').count()).toBe(1);
    await row.getByRole('button', { name: '发布' }).click();
    await row.getByText('已发布').waitFor();

    await reader.page.reload();
    await reader.page.getByRole('link', { name: title }).click();
    await reader.page.getByRole('heading', { name: '停发时间' }).waitFor();

    await row.getByRole('button', { name: '撤下' }).click();
    await accept(page);
    await row.getByText('未发布').waitFor();
    await page.goto('/ops/log');
    // What others change meanwhile stands above.
    await rowWith(page, title).first().getByRole('button', { name: '看改动' }).click();
    await page.getByRole('dialog').getByText('已发布').waitFor();
  });

  it('changes the top navigation, and every page shows it', async () => {
    const { page } = await visit({ as: 'ops', expected: /status of 422/ });
    const text = `备货 ${mark()}`;
    await page.goto('/ops/nav');
    await page.getByRole('button', { name: '新增' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('地址').fill('javascript:alert(1)');
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.getByText('请填写文字').waitFor();
    await dialog.getByRole('textbox', { name: '文字' }).fill(text);
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.getByText('地址应以').waitFor();
    await dialog.getByLabel('地址').fill('/list?sort=newest');
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const row = rowWith(page, text);
    const place = async () =>
      (await page.locator('main table tbody tr').allInnerTexts()).findIndex((shown) => shown.includes(text));
    await row.waitFor();
    const last = await place();
    /* Only the first nine are shown in the shop. */
    for (let wanted = last - 1; wanted >= Math.min(8, last - 1); wanted -= 1) {
      await row.getByRole('button', { name: '上移' }).click();
      await expect.poll(place).toBe(wanted);
    }
    const reader = await visit();
    await reader.page.goto('/list');
    await reader.page.getByRole('link', { name: text }).first().waitFor();

    await row.getByRole('button', { name: '删除' }).click();
    await accept(page);
    await row.waitFor({ state: 'detached' });
    await reader.page.reload();
    expect(await reader.page.getByRole('link', { name: text }).count()).toBe(0);
  });

  it('sends a picture for an advertisement and shows it as large as its slot', async () => {
    const { page } = await visit({ as: 'ops', expected: /status of 422/ });
    const title = `新图 ${mark()}`;
    await page.goto('/ops/ad/xrtj');
    await page.getByRole('button', { name: '新增' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: '标题', exact: true }).fill(title);
    const input = dialog.locator('input[type=file]');
    const file = (name: string, text: string | Buffer) => ({
      name,
      mimeType: 'image/png',
      buffer: Buffer.from(text),
    });
    await input.setInputFiles(file('假的.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await dialog.getByText('以文件内容为准').waitFor();
    const picture =
      Buffer.from(await (await page.request.get('/ops')).body()).length > 0 ? await page.screenshot() : '';
    await input.setInputFiles(file('开业.png', picture));
    await dialog.getByText('开业.png').waitFor();
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const row = rowWith(page, title);
    await row.getByRole('button', { name: '看原大' }).click();
    const shown = page.getByRole('dialog').getByRole('img');
    await shown.waitFor();
    expect(await shown.getAttribute('src')).toMatch(/^\/api\/upload\//);
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: '删除' }).click();
    await accept(page);
    await row.waitFor({ state: 'detached' });
  });
});

describe('promotions in the back office', () => {
  it('makes a coupon for brands chosen by name; once a member has it, what it promises is only shown', async () => {
    const { page } = await visit({ as: 'ops', expected: /status of 422/ });
    const name = `品牌券 ${mark()}`;
    await page.goto('/ops/coupon');
    await page.getByRole('button', { name: '新增优惠券' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('名称').fill(name);
    await dialog.getByLabel('减多少元').fill('5');
    await dialog.getByLabel('满多少元可用').fill('100');
    await dialog.getByLabel('适用范围').selectOption({ label: '商品' });
    await dialog.getByLabel('适用的商品').fill('SW000001，NONE');
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.getByText('没有这个货号或条码的商品：NONE').waitFor();
    await dialog.getByLabel('适用范围').selectOption({ label: '品牌' });
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.getByText('请选择适用的品牌').waitFor();
    const brands = dialog.getByRole('group', { name: '适用的品牌' });
    const brand = await brands
      .getByRole('checkbox')
      .nth(2)
      .evaluate((box) => box.closest('label')?.textContent);
    await brands.getByRole('textbox').fill(brand ?? '');
    await brands.getByRole('checkbox', { name: brand ?? '', exact: true }).check();
    await dialog.getByText(`已选 1 项：${brand}`).waitFor();
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const row = rowWith(page, name);
    await row.getByText(`限${brand}`).waitFor();

    await row.getByRole('button', { name: '编辑' }).click();
    expect(await dialog.getByLabel('减多少元').inputValue()).toBe('5');
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: '发放' }).click();
    await dialog.getByLabel('会员账号').fill('newbie');
    await dialog.getByRole('button', { name: '发放' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row.getByRole('button', { name: '编辑' }).click();
    await dialog.getByText('已发给会员 1 张，种类、优惠、门槛与范围不能再改').waitFor();
    expect(await dialog.getByLabel('减多少元').count()).toBe(0);
    await dialog.getByLabel('总量').fill('10');
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row.getByRole('button', { name: '停用' }).click();
    await accept(page);
    await row.getByText('已停用').waitFor();
  });

  it('makes a lottery as a draft, which opens once it has a prize', async () => {
    const { page } = await visit({ as: 'ops', expected: /status of 422/ });
    const name = `冬季抽奖 ${mark()}`;
    await page.goto('/ops/lottery');
    await page.getByRole('button', { name: '新建抽奖' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('名称').fill(name);
    // Long after the others are over: buyers of other tests go on seeing the demonstration's own.
    await dialog.getByRole('textbox', { name: '开始' }).fill('2035-01-01T00:00');
    await dialog.getByRole('textbox', { name: '结束' }).fill('2035-02-01T00:00');
    for (const label of ['首次可抽几次', '每完成一单得几次', '每天签到得几次'])
      await dialog.getByLabel(label).fill('1');
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const panel = page.locator('main section').filter({ has: page.getByRole('heading', { name }) });
    await panel.getByText('未开放').waitFor();
    await panel.getByRole('button', { name: '开放' }).click();
    await accept(page);
    await page.getByText('还没有奖品，不能开放').first().waitFor();
    await page.reload();
    await panel.getByRole('button', { name: '加奖品' }).click();
    await dialog.getByLabel('名称').fill('谢谢参与');
    await dialog.getByLabel('种类').selectOption({ label: '谢谢参与' });
    await dialog.getByLabel('权重').fill('1');
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await panel.getByRole('button', { name: '开放' }).click();
    await accept(page);
    await panel.getByText('未开始').waitFor();
    await panel.getByRole('button', { name: '撤下' }).click();
    await accept(page);
    await panel.getByText('未开放').waitFor();
  });
});

describe('a talk between a member and staff', () => {
  it('goes both ways without anybody reloading', async () => {
    const [member, ops] = await Promise.all([visit({ as: 'clinic' }), visit({ as: 'ops' })]);
    const question = `枸杞子有货吗 ${mark()}`;
    const answer = `有，今天发 ${mark()}`;
    await ops.page.goto('/ops/chat');
    await member.page.goto('/list');
    await member.page.getByRole('button', { name: '在线客服' }).click();
    const input = member.page.getByLabel('要说的话');
    await input.fill(question);
    await input.press('Enter');
    await member.page.getByRole('log').getByText(question).waitFor();

    await ops.page.getByText(question).waitFor();
    await ops.page.getByRole('link', { name: '安和诊所' }).click();
    const thread = ops.page.getByRole('log');
    await thread.getByText(question).waitFor();
    await ops.page.getByLabel('要说的话').fill(answer);
    await ops.page.getByRole('button', { name: '发送' }).click();
    await member.page.getByRole('log').getByText(answer).waitFor();
    expect(await member.page.getByRole('log').getByText('运营值班').count()).toBe(0);
  });
});
