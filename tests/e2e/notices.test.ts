import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser({ isWhole: true });

/** The worker's push event, as a push service brings it about. */
async function deliver(page: Page, data: object): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registration = Promise.withResolvers<string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [first] = registrations;
    if (first) registration.resolve(first.registrationId);
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registration.promise,
    data: JSON.stringify(data),
  });
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }));
  });

const NOTICE = {
  title: '订单已发货',
  body: '打开查看详情',
  url: '/wdxx',
  tag: 'one',
  confirm: '/api/user/base',
  instead: { title: '有一条新消息', body: '登录后查看' },
};

test('each kind of notice is switched by channel, and stays so', async () => {
  const { page } = await visit({ as: 'buyer-21' });
  await page.goto('/tzsz');
  const cell = page.getByRole('checkbox', { name: '订单状态 邮件' });
  const before = await cell.isChecked();
  const answered = page.waitForResponse((response) => response.request().method() !== 'GET');
  await cell.setChecked(!before);
  expect((await answered).status()).toBe(200);
  await page.reload();
  expect(await cell.isChecked()).toBe(!before);
});

test('a browser that does not let the shop notify says how to change that, and what else there is', async () => {
  const { page } = await visit({ as: 'buyer-22', hasWorker: true });
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
    Notification.requestPermission = async () => 'denied';
  });
  await page.goto('/tzsz');
  await page.getByText('浏览器没有允许本站发通知').waitFor();
  await page.getByRole('button', { name: '再试一次' }).click();
  await page.getByText('也可以用邮件接收').waitFor();
});

test('a push shows what it says to its member, and to nobody else who uses the browser', async () => {
  const { page, context, at } = await visit({ as: 'buyer-23', hasWorker: true });
  await context.grantPermissions(['notifications'], { origin: new URL(at('/')).origin });
  await page.goto('/tzsz');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await deliver(page, NOTICE);
  await expect.poll(() => shown(page)).toEqual([{ title: '订单已发货', body: '打开查看详情' }]);
  await deliver(page, { ...NOTICE, tag: 'two', confirm: '/api/no-such-call' });
  await expect.poll(() => shown(page)).toContainEqual({ title: '有一条新消息', body: '登录后查看' });
});
