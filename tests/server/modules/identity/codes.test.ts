import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import {
  codeFor,
  freshPhone,
  NEW_PASSWORD,
  openAccount,
  provePhone,
  startRegister,
} from '../customers/registration/support.ts';

describe('codes by short message', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startRegister();
  });
  afterAll(() => shop.close());

  const register = (phone: string, code: string, changes: object = {}) => ({
    body: { phone, code, password: NEW_PASSWORD, agree: 1 as const, ...changes },
  });

  it('are sent a minute apart and ten times a day', async () => {
    const browser = shop.browser();
    const phone = freshPhone();
    const send = () => browser.call('sms.send', { body: { phone, scene: 'register' } });
    expect(await send()).toMatchObject({ code: 200, data: { wait: 60 } });
    shop.clock.now += 20;
    expect(await send()).toMatchObject({ code: 429, message: '请 40 秒后再获取', data: { wait: 40 } });
    for (let sent = 1; sent < 10; sent += 1) {
      shop.clock.now += 60;
      expect((await send()).code).toBe(200);
    }
    shop.clock.now += 60;
    expect(await send()).toMatchObject({ code: 429, message: expect.stringContaining('明天') });
    shop.clock.now += 86_400;
    expect((await send()).code).toBe(200);
  });

  it('are for mobile phones only', async () => {
    const empty = await shop.browser().call('sms.send', { body: { phone: '', scene: 'register' } });
    expect(empty).toMatchObject({ code: 422, data: { errors: { phone: ['手机号不能为空'] } } });
    for (const phone of ['12345', '010-12345678', '12800138000', `${freshPhone()}0`]) {
      const reply = await shop.browser().call('sms.send', { body: { phone, scene: 'register' } });
      expect(reply).toMatchObject({ code: 422, data: { errors: { phone: ['手机号应为 11 位手机号'] } } });
    }
  });

  it('are asked of a member before a phone is changed or bound', async () => {
    const reply = await shop.browser().call('sms.send', { body: { phone: freshPhone(), scene: 'phone' } });
    expect(reply.code).toBe(401);
  });

  it('are refused when wrong, at the field, and after five tries even when right', async () => {
    const browser = shop.browser();
    const phone = freshPhone();
    const code = await provePhone(shop, browser, phone);
    const wrong = code === '111111' ? '222222' : '111111';
    for (let tries = 1; tries <= 5; tries += 1) {
      const reply = await browser.call('register.account', register(phone, wrong));
      expect(reply).toMatchObject({ code: 422, data: { errors: { code: ['验证码不正确'] } } });
    }
    const late = await browser.call('register.account', register(phone, code));
    expect(late).toMatchObject({ code: 422, data: { errors: { code: ['验证码已失效，请重新获取'] } } });
  });

  it('do not give more tries to many at once', async () => {
    const browser = shop.browser();
    const phone = freshPhone();
    const code = await provePhone(shop, browser, phone);
    const guesses = Array.from({ length: 12 }, (_, index) =>
      String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'),
    );
    await Promise.all(guesses.map((guess) => browser.call('register.account', register(phone, guess))));
    expect(await browser.call('register.account', register(phone, code))).toMatchObject({ code: 422 });
  });

  it('live ten minutes, and serve only the scene that they were sent for', async () => {
    const browser = shop.browser();
    const phone = freshPhone();
    const code = await provePhone(shop, browser, phone);
    expect(await browser.call('forget.verify', { body: { phone, code } })).toMatchObject({ code: 422 });
    shop.clock.now += 600;
    expect(await browser.call('register.account', register(phone, code))).toMatchObject({
      code: 422,
      data: { errors: { code: ['验证码已失效，请重新获取'] } },
    });
  });

  it('serve once; the very same request sent again finds the account that it made', async () => {
    const browser = shop.browser();
    const phone = freshPhone();
    const code = await provePhone(shop, browser, phone);
    expect((await browser.call('register.account', register(phone, code))).code).toBe(201);
    const again = shop.browser();
    expect(await again.call('register.account', register(phone, code))).toMatchObject({ code: 201 });
    expect((await again.call('user.base')).data.username).toBe(phone);
    const other = register(phone, code, { password: 'Another#2026' });
    expect(await shop.browser().call('register.account', other)).toMatchObject({
      code: 422,
      data: { errors: { code: ['验证码已失效，请重新获取'] } },
    });
    const members = await shop.db.selectFrom('members').select('id').where('phone', '=', phone).execute();
    expect(members).toHaveLength(1);
  });

  it('make one account of many requests at once', async () => {
    const browser = shop.browser();
    const phone = freshPhone();
    const code = await provePhone(shop, browser, phone);
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => shop.browser().call('register.account', register(phone, code))),
    );
    expect(replies.some((reply) => reply.code === 201)).toBe(true);
    const members = await shop.db.selectFrom('members').select('id').where('phone', '=', phone).execute();
    expect(members).toHaveLength(1);
  });

  it('tell of a registered phone only whoever proved that it is theirs', async () => {
    const { phone } = await openAccount(shop);
    const browser = shop.browser();
    expect(await browser.call('register.account', register(phone, '000000'))).toMatchObject({
      data: { errors: { code: [expect.any(String)] } },
    });
    shop.clock.now += 60;
    const code = await provePhone(shop, browser, phone);
    expect(await browser.call('register.account', register(phone, code))).toMatchObject({
      code: 422,
      data: { errors: { phone: [expect.stringContaining('已经注册过')] } },
    });
  });

  it('do not take a weak password, a missing consent or an unknown invitation', async () => {
    const browser = shop.browser();
    const phone = freshPhone();
    const code = await provePhone(shop, browser, phone);
    const wrong = async (changes: object) => {
      const reply = await browser.call('register.account', register(phone, code, changes));
      return Object.keys((reply.data as unknown as { errors: object }).errors);
    };
    expect(await wrong({ password: 'aaaaaaaa' })).toEqual(['password']);
    expect(await wrong({ password: 'short1' })).toEqual(['password']);
    expect(await wrong({ agree: 0 })).toEqual(['agree']);
    expect(await wrong({ invite: 'NOBODY' })).toEqual(['invite']);
    await shop.db.updateTable('managers').set({ invite_code: 'ZHOU01' }).execute();
    expect((await browser.call('register.account', register(phone, code, { invite: 'zhou01' }))).code).toBe(
      201,
    );
    expect((await browser.call('user.base')).data.admin?.name).toBe('周经理');
  });

  it('stay out of the outbox once a real carrier took them', async () => {
    const sent: string[] = [];
    const phone = freshPhone();
    const real = await startRegister({
      parts: {
        sms: {
          name: 'carrier',
          keepsCodes: false,
          send: async ({ phone: to, code }) => {
            sent.push(`${to} ${code}`);
          },
        },
      },
    });
    const browser = real.browser();
    await browser.call('sms.send', { body: { phone, scene: 'register' } });
    await expect.poll(() => sent).toEqual([expect.stringMatching(new RegExp(String.raw`^${phone} \d{6}$`))]);
    await expect.poll(() => codeFor(real, phone)).toBe('');
    expect((await browser.call('dev.outbox')).data.list).toEqual([]);
    await real.close();
  });
});

describe('a shop that shows no demonstration', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startRegister({ parts: { demo: false } });
  });
  afterAll(() => shop.close());

  it('has no outbox and no stand-in for WeChat', async () => {
    const reply = await shop.browser().send({ method: 'GET', path: '/api/dev/outbox' });
    expect(reply).toMatchObject({ status: 404, message: '接口不存在' });
    const wechat = await shop.browser().send({ method: 'POST', path: '/api/dev/wechat' });
    expect(wechat.status).toBe(404);
  });

  it('says plainly that short messages are not set up', async () => {
    const reply = await shop.browser().call('sms.send', { body: { phone: freshPhone(), scene: 'register' } });
    expect(reply).toMatchObject({ code: 409, message: expect.stringContaining('短信服务尚未开通') });
  });
});
