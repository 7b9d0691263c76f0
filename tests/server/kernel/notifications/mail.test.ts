import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendMessage } from '#server/kernel/notifications/send.ts';
import { sendDue } from '#server/kernel/notifications/send-due.ts';
import { outboxMail } from '#server/kernel/outside/mail/mail-sender.ts';
import { smtpMail } from '#server/kernel/outside/mail/smtp.ts';
import { webPushSender } from '#server/kernel/outside/web-push/push-sender.ts';
import { freePort } from '#tools/free-port.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { shopRegistry } from '../../support/registry.ts';
import { START } from '../../support/store.ts';

const FROM = '药房 <shop@example.com>';

/** A mail server that takes mails for everybody but `nobody@…`. */
async function startMailServer(port = 0) {
  const mails: ParsedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _, callback) {
      const refused = address.startsWith('nobody@');
      callback(refused ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null);
    },
    onData(stream, _, callback) {
      simpleParser(stream, (fault: Error | null, mail) => {
        if (!fault) mails.push(mail);
        callback(fault);
      });
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    mails,
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

describe('e-mail', () => {
  let shop: TestApp;
  let demo: Browser;
  let demoId: number;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    const mail = smtpMail({ url: `smtp://127.0.0.1:${port}`, from: FROM });
    shop = await startApp({ parts: { channels: { mail, push: webPushSender() } } });
    demo = await shop.as('demo');
    ({ id: demoId } = await shop.db
      .selectFrom('members')
      .select('id')
      .where('username', '=', 'demo')
      .executeTakeFirstOrThrow());
  });
  afterAll(() => shop.close());

  const run = async (later = 0) =>
    sendDue({
      db: shop.db,
      site: (await shopRegistry()).site,
      channels: {
        mail: smtpMail({ url: `smtp://127.0.0.1:${port}`, from: FROM }),
        push: webPushSender(),
      },
      now: shop.clock.now + later,
    });
  const tell = (title: string, body: string) =>
    sendMessage(
      shop.db,
      { audience: 'one', id: demoId },
      { kind: 'order', title, body, url: '/order' },
      { author: null, now: shop.clock.now },
    );
  /** Confirms an address by the code that arrives there. */
  async function confirm(email: string, mails: ParsedMail[]): Promise<number> {
    shop.clock.now += 61;
    expect((await demo.call('notice.email', { body: { email } })).code).toBe(200);
    await run();
    const code = /\d{6}/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
    return (await demo.call('notice.confirm', { body: { code } })).code;
  }

  it('goes to an address only when the code that was sent there has come back', async () => {
    const server = await startMailServer(port);
    await demo.call('notice.email', { body: { email: 'buyer@example.com' } });
    await tell('还没确认', '不发');
    await run();
    expect(server.mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('确认通知邮箱')]);
    const wrong = await demo.call('notice.confirm', { body: { code: '000000' } });
    expect([wrong.code, wrong.message]).toEqual([422, '验证码不正确']);
    expect((await demo.call('notice.settings')).data.email).toBe('');
    expect(await confirm('buyer@example.com', server.mails)).toBe(200);
    expect((await demo.call('notice.settings')).data.email).toBe('buyer@example.com');
    const kept = await shop.db
      .selectFrom('notice_deliveries')
      .select('body')
      .where('message_id', 'is', null)
      .execute();
    expect(kept.every(({ body }) => body === '')).toBe(true);
    await server.stop();
  });

  it('is plain text and HTML, and no text of it becomes a header or a tag', async () => {
    const server = await startMailServer(port);
    await tell('已发货\r\nBcc: thief@example.com', '<script>alert(1)</script>\n第二行');
    expect(await run()).toBe(1);
    const [mail] = server.mails;
    expect(mail?.subject).toContain('已发货 Bcc: thief@example.com');
    expect(mail?.headers.has('bcc')).toBe(false);
    expect(mail?.html).toContain('&lt;script&gt;');
    expect(mail?.text).toContain('第二行');
    expect(mail?.from?.text).toContain('shop@example.com');
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    const refused = await demo.call('notice.email', {
      body: { email: 'a@example.com\r\nBcc: b@example.com' },
    });
    expect(refused.code).toBe(422);
    await server.stop();
  });

  it('is delivered once when a server that was down is back', async () => {
    await tell('迟到的邮件', '正文');
    expect(await run()).toBe(0);
    const server = await startMailServer(port);
    expect(await run(31)).toBe(1);
    await Promise.all([run(100), run(9_999)]);
    expect(server.mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('迟到的邮件')]);
    await server.stop();
  });

  it('is given up at once where the server knows no such mailbox', async () => {
    const server = await startMailServer(port);
    shop.clock.now += 61;
    const asked = await demo.call('notice.email', { body: { email: 'nobody@example.com' } });
    expect([asked.code, asked.message]).toEqual([200, '验证码已发往邮箱']);
    expect(await run()).toBe(0);
    const [last] = await shop.db
      .selectFrom('notice_deliveries')
      .select(['state', 'tries'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(last).toEqual({ state: 'failed', tries: 1 });
    await server.stop();
  });

  it('is not offered where the shop has no mail server', async () => {
    const without = await startApp({ parts: { channels: { mail: null, push: webPushSender() } } });
    const buyer = await without.as('demo');
    expect((await buyer.call('notice.email', { body: { email: 'buyer@example.com' } })).code).toBe(409);
    expect((await buyer.call('notice.settings')).data.mail).toBe(0);
    await without.close();
  });

  it('stays in the outbox of a demo', async () => {
    const demonstration = await startApp();
    const buyer = await demonstration.as('demo');
    await buyer.call('notice.email', { body: { email: 'buyer@example.com' } });

    const { site } = await shopRegistry();
    await sendDue({
      db: demonstration.db,
      site,
      channels: { mail: outboxMail, push: webPushSender() },
      now: START,
    });
    const { list } = (await buyer.call('dev.mails')).data;
    expect(list).toEqual([expect.objectContaining({ email: 'buyer@example.com', title: '确认通知邮箱' })]);
    await demonstration.close();
  });
});
