import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { type Browser, FORM } from '../../support/browser.ts';
import { makeMember, PASSWORD } from '../../support/members.ts';
import { START } from '../../support/store.ts';
import { provePhone } from './registration/support.ts';
import { startAccount } from './support.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('looking after an account', () => {
  let shop: TestApp;
  let demo: Browser;
  let ops: Browser;
  beforeAll(async () => {
    shop = await startAccount();
    demo = await shop.as('demo');
    ops = await shop.as('ops');
  });
  afterAll(() => shop.close());

  const change = (who: Browser, body: object) => who.call('user.updateUserInfo', { body });

  it('changes the name alone without a code, the phone shown masked being no change', async () => {
    const reply = await change(demo, { name: ' 新联系人 ', phone: '138****5678' });
    expect(reply).toMatchObject({ code: 200, data: { name: '新联系人', phone: '138****5678' } });
    expect((await demo.call('user.profile')).data).toMatchObject({
      username: 'demo',
      name: '新联系人',
      phone: '138****5678',
      state_text: '已通过',
      rank: '普通会员',
    });
  });

  it('changes the phone for who holds the new one', async () => {
    const phone = '13911112222';
    expect(await change(demo, { name: '林知夏', phone })).toMatchObject({
      code: 422,
      data: { errors: { code: [expect.any(String)] } },
    });
    const code = await provePhone(shop, demo, phone, 'phone');
    const wrong = code === '000000' ? '111111' : '000000';
    expect((await change(demo, { name: '林知夏', phone, code: wrong })).message).toBe('验证码不正确');
    expect(await change(demo, { name: '林知夏', phone, code })).toMatchObject({
      code: 200,
      data: { phone: '139****2222' },
    });
    expect((await demo.call('message.list')).data.list[0]).toMatchObject({
      title: '登录手机已更换',
      body: expect.stringContaining('139****2222'),
    });
    expect((await shop.browser().logIn(phone)).code).toBe(200);
    expect((await shop.browser().logIn('13812345678')).code).toBe(401);
  });

  it('does not take a code that was meant for something else, or for another phone', async () => {
    shop.clock.now += 120;
    const phone = '13911113333';
    const forRegistering = await provePhone(shop, shop.browser(), phone, 'register');
    expect((await change(demo, { name: '林知夏', phone, code: forRegistering })).code).toBe(422);
    const forAnother = await provePhone(shop, demo, '13911114444', 'phone');
    expect((await change(demo, { name: '林知夏', phone, code: forAnother })).code).toBe(422);
    shop.clock.now = START;
  });

  it('tells only who proved a phone that another account has it', async () => {
    await makeMember(shop.db, START, { username: 'holder', phone: '13700001111' });
    const known = await demo.call('user.phone', { params: { value: '13700001111' } });
    const unknown = await demo.call('user.phone', { params: { value: '13700001112' } });
    expect({ ...known.data, phone: '' }).toEqual({ ...unknown.data, phone: '' });
    const code = await provePhone(shop, demo, '13700001111', 'phone');
    expect(await change(demo, { name: '林知夏', phone: '13700001111', code })).toMatchObject({
      code: 422,
      data: { errors: { phone: ['这个手机号已是另一个账号的登录手机'] } },
    });
  });

  it('moves a user name that is the phone along with it', async () => {
    await makeMember(shop.db, START, { username: '13600008888', phone: '13600008888' });
    const member = await shop.as('13600008888');
    const code = await provePhone(shop, member, '13600009999', 'phone');
    expect((await change(member, { name: '李采购', phone: '13600009999', code })).code).toBe(200);
    expect((await shop.browser().logIn('13600009999')).code).toBe(200);
    expect((await shop.browser().logIn('13600008888')).code).toBe(401);
  });

  it('ends all other sessions when the password changes, and takes no weak one', async () => {
    await makeMember(shop.db, START, { username: 'changer' });
    const [here, there] = [await shop.as('changer'), await shop.as('changer')];
    const weak = await here.call('user.resetPassword', { body: { password: 'aaaaaaaa' } });
    expect(weak).toMatchObject({ code: 422, data: { errors: { password: [expect.any(String)] } } });
    expect((await there.call('user.base')).code).toBe(200);
    const reply = await here.call('user.resetPassword', { body: { password: 'Stronger#2026' } });
    expect(reply).toMatchObject({ code: 200, message: '密码已修改' });
    expect((await here.call('user.base')).code).toBe(200);
    expect((await there.call('user.base')).code).toBe(401);
    expect((await shop.browser().logIn('changer', PASSWORD)).code).toBe(401);
  });

  it('stops an account: its sessions end, and only who knows the password is told why', async () => {
    const { id } = await makeMember(shop.db, START, { username: 'stopped' });
    const browser = await shop.as('stopped');
    const stop = await ops.call('ops-member.disable', { params: { id }, body: { reason: '长期欠款' } });
    expect(stop.code).toBe(200);
    expect((await browser.call('user.base')).code).toBe(401);
    expect(await shop.browser().logIn('stopped')).toMatchObject({
      code: 403,
      message: expect.stringMatching(/^账号已停用，.*服务热线 \d/),
    });
    const face = ({ status, code, message, data }: Awaited<ReturnType<Browser['logIn']>>) => ({
      status,
      code,
      message,
      data,
    });
    expect(face(await shop.browser().logIn('stopped', 'wrong'))).toEqual(
      face(await shop.browser().logIn('nobody', 'wrong')),
    );
    await ops.call('ops-member.enable', { params: { id } });
    expect((await shop.browser().logIn('stopped')).code).toBe(200);
  });

  it('keeps a level under its number: a new one takes no number that is used, an old one keeps its own', async () => {
    const save = (body: { id?: number; level: number; name: string }) => ops.call('ops-level.save', { body });
    expect(await save({ level: 12, name: '铂金会员' })).toMatchObject({ code: 200 });
    const again = await save({ level: 12, name: '钻石会员' });
    expect(again).toMatchObject({ code: 422, data: { errors: { level: ['12 级已经有了：铂金会员'] } } });
    expect((await save({ id: 12, level: 13, name: '铂金会员' })).code).toBe(422);
    expect(await save({ id: 12, level: 12, name: '铂金药店' })).toMatchObject({ code: 200 });
    const { data } = await ops.call('ops-level.list');
    expect(data.list.filter(({ level }) => level >= 12)).toMatchObject([{ level: 12, name: '铂金药店' }]);
  });

  it('gives the files of a company to itself and staff, and to others as if there were none', async () => {
    const file = new File([PNG], '执照.png');
    const { data } = await demo.call('upload.create', { body: { kind: 'certificate', file } });
    const fetch = async (who: Browser, url: string) => {
      const headers = who.cookie === undefined ? {} : { cookie: `sid=${who.cookie}` };
      const { statusCode, body } = await shop.app.inject({ url, headers });
      return { statusCode, body };
    };
    expect((await fetch(demo, data.url)).statusCode).toBe(200);
    expect((await fetch(ops, data.url)).statusCode).toBe(200);
    const stranger = await shop.as('newbie');
    const absent = await fetch(stranger, `/api/upload/${'x'.repeat(22)}`);
    expect(absent.statusCode).toBe(404);
    expect(await fetch(stranger, data.url)).toEqual(absent);
  });

  it('refuses writes that another site started, and keeps its cookie from scripts', async () => {
    const reply = await demo.send({
      method: 'POST',
      path: '/api/user/updateUserInfo',
      body: 'name=%E9%BB%91%E5%AE%A2',
      headers: { ...FORM, 'sec-fetch-site': 'cross-site' },
    });
    expect(reply.code).toBe(403);
    expect((await demo.call('user.profile')).data.name).toBe('林知夏');
    const first = shop.browser();
    const before = await first.logIn('holder');
    const cookie = String(before.headers['set-cookie']);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    const earlier = first.cookie;
    await first.logIn('holder');
    expect(first.cookie).not.toBe(earlier);
  });
});
