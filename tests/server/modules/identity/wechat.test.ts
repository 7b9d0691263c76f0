import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aliyunSms, signAcs3 } from '#server/kernel/outside/sms/aliyun.ts';
import { openWechat } from '#server/kernel/outside/wechat/open.ts';
import type { TestApp } from '../../support/app.ts';
import {
  freshPhone,
  NEW_PASSWORD,
  openAccount,
  provePhone,
  startRegister,
} from '../customers/registration/support.ts';

/** A browser that follows the way to WeChat and back, with its cookies. */
class WechatBrowser {
  readonly cookies = new Map<string, string>();
  readonly #shop: TestApp;

  constructor(shop: TestApp, session?: string) {
    this.#shop = shop;
    if (session !== undefined) this.cookies.set('sid', session);
  }

  /** Goes to an address; returns where it leads. */
  async go(path: string): Promise<string> {
    const response = await this.#shop.app.inject({ method: 'GET', url: path, headers: this.headers() });
    for (const { name, value } of response.cookies) this.cookies.set(name, value);
    if (response.statusCode !== 302) throw new Error(`${path} leads nowhere: ${response.statusCode}`);
    return String(response.headers.location);
  }

  headers() {
    return { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
  }

  /** Scans as this person and agrees. */
  async scan(name: string, from = '/cart'): Promise<string> {
    const page = await this.go(`/api/wechat/start?from=${encodeURIComponent(from)}`);
    return this.agree(name, page);
  }

  async agree(name: string, page: string): Promise<string> {
    const state = new URL(page, 'http://shop').searchParams.get('state') ?? '';
    const agreed = await this.#shop.browser().call('dev.wechat', { body: { name, state } });
    return this.go(agreed.data.url);
  }
}

describe('WeChat', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startRegister();
  });
  afterAll(() => shop.close());

  it('offers a stranger to register, binds the new account, and logs it in from then on', async () => {
    const wechatBrowser = new WechatBrowser(shop);
    // What proves the scan travels as a cookie that no script reads, not in the address.
    expect(await wechatBrowser.scan('小林')).toBe('/register/wechat');
    const scanned = await shop.browser().call('wechat.scanned', { headers: wechatBrowser.headers() });
    expect(scanned.data).toEqual({ name: '小林', from: '/cart' });
    expect((await shop.browser().call('wechat.scanned')).data).toEqual({ name: '', from: '/' });
    const phone = freshPhone();
    const browser = shop.browser();
    const code = await provePhone(shop, browser, phone);
    const made = await browser.call('register.account', {
      body: { phone, code, password: NEW_PASSWORD, agree: 1, wechat: 1 },
      headers: wechatBrowser.headers(),
    });
    expect(made.code).toBe(201);
    const later = new WechatBrowser(shop);
    expect(await later.scan('小林')).toBe('/cart');
    expect(later.cookies.get('sid')).toBeDefined();
    const known = shop.browser();
    known.cookie = later.cookies.get('sid');
    expect((await known.call('user.base')).data).toMatchObject({ username: phone, wechat: 1 });
  });

  it('binds an account that is there already, by its password', async () => {
    const { phone } = await openAccount(shop);
    const wechatBrowser = new WechatBrowser(shop);
    await wechatBrowser.scan('小周');
    const wechat = 1;
    const wrong = await shop.browser().call('user.login', {
      body: { username: phone, password: 'Wrong#2026', wechat },
      headers: wechatBrowser.headers(),
    });
    expect(wrong.code).toBe(401);
    const bound = await shop.browser().call('user.login', {
      body: { username: phone, password: NEW_PASSWORD, wechat },
      headers: wechatBrowser.headers(),
    });
    expect(bound).toMatchObject({ code: 200, data: { wechat: 1 } });
  });

  it('gives an identity to the browser only that scanned: a ticket of another is worth nothing', async () => {
    const attacker = new WechatBrowser(shop);
    await attacker.scan('坏人');
    const { phone } = await openAccount(shop);
    const victim = new WechatBrowser(shop);
    await victim.scan('受害者');
    victim.cookies.set('scan', attacker.cookies.get('scan') ?? '');
    const bound = await shop.browser().call('user.login', {
      body: { username: phone, password: NEW_PASSWORD, wechat: 1 },
      headers: victim.headers(),
    });
    expect(bound).toMatchObject({ code: 409 });
    expect((await new WechatBrowser(shop).scan('坏人')).startsWith('/register/wechat')).toBe(true);
  });

  it('does not take a state of another browser, a used one, or one that was never given', async () => {
    const one = new WechatBrowser(shop);
    const page = await one.go('/api/wechat/start');
    const state = new URL(page, 'http://shop').searchParams.get('state') ?? '';
    const agreed = await shop.browser().call('dev.wechat', { body: { name: '小许', state } });
    const other = new WechatBrowser(shop);
    await other.go('/api/wechat/start');
    expect(await other.go(agreed.data.url)).toBe('/login?error=wechat');
    expect(await one.go(agreed.data.url)).toBe('/login?error=wechat');
    expect(await one.go('/api/wechat/callback?code=x&state=y')).toBe('/login?error=wechat');
  });

  it('leads back into this shop only', async () => {
    const { phone } = await openAccount(shop);
    const first = new WechatBrowser(shop);
    await first.scan('小何');
    const wechat = 1;
    await shop.browser().call('user.login', {
      body: { username: phone, password: NEW_PASSWORD, wechat },
      headers: first.headers(),
    });
    for (const from of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      expect(await new WechatBrowser(shop).scan('小何', from)).toBe('/');
    }
  });

  it('is bound and unbound by a member; one that is taken is refused', async () => {
    const { browser } = await openAccount(shop);
    const code = await browser.call('user.create_code');
    expect(code.data.expires_at).toBe(shop.clock.now + 600);
    const wechatBrowser = new WechatBrowser(shop, browser.cookie);
    expect(await wechatBrowser.agree('小陈', code.data.url)).toBe('/bdwx');
    expect((await browser.call('user.base')).data.wechat).toBe(1);
    const second = await openAccount(shop);
    const again = await second.browser.call('user.create_code');
    const other = new WechatBrowser(shop, second.browser.cookie);
    expect(await other.agree('小陈', again.data.url)).toBe('/bdwx?error=taken');
    expect(await browser.call('user.unbind_wechat')).toMatchObject({ code: 200 });
    expect((await browser.call('user.base')).data.wechat).toBe(0);
    const third = await second.browser.call('user.create_code');
    const elsewhere = new WechatBrowser(shop, browser.cookie);
    expect(await elsewhere.agree('小陈', third.data.url)).toBe('/login?error=wechat');
  });
});

describe('the real carriers', () => {
  const answering = (answers: readonly object[]) => {
    const asked: { url: URL; headers: Headers }[] = [];
    const left = [...answers];
    const fetch: typeof globalThis.fetch = async (url, init) => {
      asked.push({
        url: new URL(url instanceof Request ? url.url : url),
        headers: new Headers(init?.headers),
      });
      return Response.json(left.shift());
    };
    return { asked, fetch };
  };

  it('sign as Alibaba Cloud documents it', () => {
    const { authorization } = signAcs3(
      {
        host: 'ecs.cn-shanghai.aliyuncs.com',
        action: 'RunInstances',
        version: '2014-05-26',
        query: {
          ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
          RegionId: 'cn-shanghai',
        },
      },
      { accessKeyId: 'YourAccessKeyId', accessKeySecret: 'YourAccessKeySecret' },
      { now: new Date('2023-10-26T10:22:32Z'), nonce: '3156853299f313e23d1673dc12e1703d' },
    );
    expect(authorization).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    );
  });

  it('hand a code to Aliyun by the template of its scene, and tell when it was refused', async () => {
    const { asked, fetch } = answering([
      { Code: 'OK' },
      { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '流控' },
    ]);
    const templates = { register: 'SMS_1', forget: 'SMS_2', bind: 'SMS_3', phone: 'SMS_4' };
    const sender = aliyunSms({
      accessKeyId: 'id',
      accessKeySecret: 'key',
      signName: '杏衡',
      templates,
      fetch,
    });
    await sender.send({ phone: '13600000001', scene: 'forget', code: '012345' });
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({
      PhoneNumbers: '13600000001',
      SignName: '杏衡',
      TemplateCode: 'SMS_2',
      TemplateParam: '{"code":"012345"}',
    });
    expect(asked[0]?.headers.get('x-acs-action')).toBe('SendSms');
    await expect(sender.send({ phone: '13600000001', scene: 'forget', code: '012345' })).rejects.toThrow(
      '流控',
    );
  });

  it('send the reader to WeChat, and ask it who came back', async () => {
    const { asked, fetch } = answering([
      { access_token: 'T', openid: 'O' },
      { nickname: '小林', unionid: 'U' },
      { errcode: 40029, errmsg: 'invalid code' },
      { errcode: 40001, errmsg: 'invalid credential' },
    ]);
    const wechat = openWechat({ appId: 'wx1', secret: 'S', fetch });
    const url = new URL(
      wechat.authorizeUrl({ state: 'st', redirect: 'https://shop.example/api/wechat/callback' }),
    );
    expect(url.origin + url.pathname + url.hash).toBe(
      'https://open.weixin.qq.com/connect/qrconnect#wechat_redirect',
    );
    expect(url.searchParams.get('scope')).toBe('snsapi_login');
    expect(await wechat.identify('C')).toEqual({ id: 'U', name: '小林' });
    expect(asked[0]?.url.searchParams.get('code')).toBe('C');
    expect(asked[1]?.url.pathname).toBe('/sns/userinfo');
    expect(await wechat.identify('old')).toBeNull();
    await expect(wechat.identify('C')).rejects.toThrow('40001');
  });
});
