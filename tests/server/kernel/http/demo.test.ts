import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optionsFromEnvironment } from '#server/process/options.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { PASSWORD } from '../../support/members.ts';

/** What the sandbox's gateway would send; the signature is wrong. */
const NOTICE = { no: 'P20261109000001', amount: '1.00', state: 'paid', nonce: 'n', sign: 's' } as const;

const REASON = expect.stringContaining('演示站') as unknown;

const HERE = ['127.0.0.1', '::1'];
const ELSEWHERE = ['10.0.0.9', '192.0.2.7', '2001:db8::7', '::ffff:192.0.2.7'];

describe('a demo', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startApp({ parts: { keepsDemoHere: true } });
  });
  afterAll(() => shop.close());

  const asked = async (address: string) => {
    const browser = shop.browser(address);
    return {
      outbox: (await browser.call('dev.outbox')).status,
      login: (await browser.logIn('demo')).status,
      cashier: (await browser.call('pay.notify', { params: { gateway: 'alipay' }, body: NOTICE })).message,
    };
  };

  it('gives codes, known passwords and payments that cost nothing to this machine', async () => {
    for (const address of HERE)
      expect(await asked(address)).toEqual({ outbox: 200, login: 200, cashier: '签名不正确' });
  });

  it('keeps them from every other, who is told why', async () => {
    for (const address of ELSEWHERE)
      expect([address, await asked(address)]).toEqual([
        address,
        { outbox: 403, login: 403, cashier: REASON },
      ]);
    const { message } = await shop.browser('192.0.2.7').logIn('demo');
    expect(message).toContain('演示');
  });

  it('is not deceived by a header of somebody who is no proxy', async () => {
    const { status } = await shop.browser('192.0.2.7').call('user.login', {
      body: { username: 'demo', password: PASSWORD },
      headers: { 'x-forwarded-for': '127.0.0.1' },
    });
    expect(status).toBe(403);
  });

  it('is open to all where its operator says so', async () => {
    expect(optionsFromEnvironment({}).demoPublic).toBe(false);
    expect(optionsFromEnvironment({ DEMO_PUBLIC: 'on' }).demoPublic).toBe(true);
    expect(() => optionsFromEnvironment({ DEMO_PUBLIC: 'yes' })).toThrow('DEMO_PUBLIC');
  });
});
