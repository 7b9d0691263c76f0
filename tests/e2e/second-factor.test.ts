import { Secret, TOTP } from 'otpauth';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '#engine/cli/chromium.ts';
import type { RunningSite } from '#engine/cli/running-site.ts';
import { startSite } from '#tools/site-process.ts';
import { violationsOn } from '../support/axe.ts';
import { DIST } from './support/addresses.ts';

const USERNAME = 'duty';
const PASSWORD = 'Pharmacy#2026';

const SECRET = /^[A-Z2-7]{32}$/;
const RECOVERY_CODE = /^(?:[0-9a-z]{4}-){3}[0-9a-z]{4}$/;

describe('staff of a shop without demo data', () => {
  let site: RunningSite;
  let browser: Awaited<ReturnType<typeof launchChromium>>;
  beforeAll(async () => {
    const env = { SEED: 'none', STAFF_USERNAME: USERNAME, STAFF_PASSWORD: PASSWORD, DIST_DIR: DIST };
    site = await startSite(env);
    browser = await launchChromium();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  async function withPassword(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${site.url}/login?from=/ops`);
    await page.locator('[name=username]').fill(USERNAME);
    await page.locator('[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL('**/ops/verify');
    return page;
  }

  it('are led to set up a second factor, then asked for it at each login', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await withPassword(context);
    await page.getByRole('button', { name: '开始设置' }).click();
    await page.getByRole('img', { name: '两步验证的二维码' }).waitFor();
    const secret = (await page.getByRole('dialog').getByText(SECRET).textContent()) ?? '';
    expect(secret).toMatch(SECRET);
    expect(await violationsOn(page)).toEqual([]);
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = page.locator('[name=code]');
    await code.fill('000000');
    await page.getByRole('button', { name: '确认', exact: true }).click();
    await page.getByText('验证码不正确').waitFor();
    await code.fill(totp.generate());
    await page.getByRole('button', { name: '确认', exact: true }).click();
    await page.getByText('只显示这一次').waitFor();
    const shown = page.getByRole('dialog').getByText(RECOVERY_CODE);
    await expect.poll(() => shown.count()).toBe(10);
    const codes = await shown.allTextContents();
    await page.getByRole('button', { name: '我已保存，进入后台' }).click();
    await page.waitForURL('**/ops');
    await page.getByRole('heading', { name: '总览' }).waitFor();

    const other = await browser.newContext({ viewport: { width: 375, height: 800 } });
    const later = await withPassword(other);
    await later.goto(`${site.url}/ops`);
    await later.waitForURL('**/login?from=*');
    await later.goto(`${site.url}/ops/verify`);
    await later.locator('[name=code]').fill(codes[0] ?? '');
    expect(await violationsOn(later)).toEqual([]);
    await later.getByRole('button', { name: '验证并登录' }).click();
    await later.waitForURL('**/ops');
    await later.goto(`${site.url}/ops/account`);
    await later.getByText('剩余恢复码').waitFor();
    // Nothing secret stood in an address of either.
    for (const each of [page, later])
      expect(each.url()).not.toMatch(new RegExp(`${secret}|${codes.join('|')}`));
    await Promise.all([context.close(), other.close()]);
  }, 120_000);
});
