import { describe, expect, it } from 'vitest';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

/** Marketing pages that show something with a start and an end, whatever it is. */
const SCHEDULED = [
  '/mrtj',
  '/hb',
  '/welfare',
  '/zhzq',
  '/zhmz',
  '/yyh',
  '/ptzq',
  '/zqmb?id=clinic-basics',
  '/hdmb?id=winter-breath',
  '/yjh/autumn-fair',
  '/Hdzx/all/winter-breath',
];

const DAY = 86_400_000;

/** So many days from now, as `?at=` takes it. */
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

/** Before everything began, now, and when all is over, as staff may look at any moment. */
const MOMENTS = [
  { at: inDays(-45), says: /距开始/ },
  { at: null, says: /距结束|有效至/ },
  { at: inDays(3650), says: /已结束/ },
] as const;

describe('the zones in a browser', () => {
  it('shows every marketing page before its start, during, and after its end', async () => {
    const { page } = await visit({ as: 'ops' });
    for (const path of SCHEDULED) {
      for (const { at, says } of MOMENTS) {
        const query = at === null ? '' : `${path.includes('?') ? '&' : '?'}at=${at}`;
        await page.goto(path + query, { waitUntil: 'domcontentloaded' });
        await page.locator('main').getByText(says).first().waitFor({ timeout: 8000 });
        expect(await page.locator('main h1').count(), path).toBe(1);
        expect(await page.getByText('加载失败').count(), path).toBe(0);
      }
    }
  }, 120_000);

  it('lets nothing into the cart from an activity before its start', async () => {
    const { page } = await visit({ as: 'ops' });
    await page.goto(`/hdmb?id=winter-breath&at=${inDays(-45)}`);
    await page.getByText('开始后可加购').first().waitFor();
    expect(await page.getByRole('button', { name: '加购' }).count()).toBe(0);
    await page.goto('/hdmb?id=winter-breath');
    await page.getByRole('button', { name: '加购' }).first().waitFor();
  });

  it('narrows herbs by where they grew', async () => {
    const { page } = await visit({ as: 'buyer-32' });
    await page.goto('/zyyp');
    const origin = page.getByRole('button', { name: /安徽亳州/ }).first();
    await origin.click();
    await page.waitForURL('**origin=*');
    await page.getByText('产地:安徽亳州').waitFor();
    const cells = page.locator('main table tbody tr');
    for (const row of await cells.all()) expect(await row.innerText()).toContain('安徽亳州');
  });

  it('leads from a hidden price over a request and its review to the cart', async () => {
    const buyer = await visit({ as: 'buyer-33' });
    await buyer.page.goto('/kxzq?stock=1');
    const card = buyer.page
      .locator('article')
      .filter({ has: buyer.page.getByRole('button', { name: '申请采购' }) })
      .first();
    const name = (await card.getByRole('link').last().innerText()).trim();
    expect(await card.innerText()).toContain('申请后可见');
    await card.getByRole('button', { name: '申请采购' }).click();
    const form = buyer.page.getByRole('dialog');
    await form.getByLabel('月预计采购量').fill('20');
    await form.getByLabel('申请说明').fill('社区门店，常备');
    await form.getByRole('button', { name: '提交申请' }).click();
    await buyer.page
      .getByRole('button', { name: '查看我的申请' })
      .or(buyer.page.getByRole('link', { name: '查看我的申请' }))
      .click();
    await buyer.page.getByText('待审核').last().waitFor();

    const staff = await visit({ as: 'ops' });
    await staff.page.goto('/ops/kxzq?status=pending');
    const row = staff.page
      .locator('main table tbody tr')
      .filter({ hasText: `压测药房${buyer.username.slice(6)}号` });
    await row.getByRole('button', { name: '通过' }).click();
    await staff.page.getByRole('dialog').getByRole('button', { name: '通过' }).click();
    await row.waitFor({ state: 'detached' });

    await buyer.page.goto('/kxzq/requests');
    await buyer.page.getByText('已通过').last().waitFor();
    await buyer.page.getByRole('link', { name }).first().click();
    await buyer.page.getByRole('button', { name: '加入购物车' }).waitFor();
    expect(await buyer.page.getByText('申请后可见').count()).toBe(0);
  });

  it('draws on the points mall’s page, and tells what came of it', async () => {
    const { page } = await visit({ as: 'buyer-34' });
    await page.goto('/jfsc');
    expect(await page.locator('header').getByText('400-000-0000').count()).toBe(0);
    await page.getByText(/还可抽 \d+ 次/).waitFor();
    await page.getByRole('button', { name: '抽一次' }).click();
    await page.getByRole('alertdialog', { name: '抽奖结果' }).getByRole('button').first().click();
    const records = page.getByRole('table', { name: '我的抽奖记录' });
    await records.locator('tbody tr').first().waitFor();
    expect(await records.locator('tbody tr').count()).toBeGreaterThan(0);
  });

  it('lets coupons be received from their start on, and each once', async () => {
    const staff = await visit({ as: 'ops' });
    await staff.page.goto(`/lqzx?at=${inDays(-45)}`);
    await staff.page.getByText('距开始').first().waitFor();
    const { page } = await visit({ as: 'buyer-35' });
    await page.goto('/lqzx');
    const card = page.locator('article').filter({ hasText: '新客礼券' });
    await card.getByRole('button', { name: /立即领取/ }).click();
    await card.getByText('已领取').waitFor();
    expect(await card.getByRole('button').count()).toBe(0);
  });
});
