import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { makeMember } from '../support/members.ts';
import { START } from '../support/store.ts';

const KNOWN = '13812345678';
const UNKNOWN = '13900001111';

describe('enumeration', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startApp();
    await makeMember(shop.db, START, { username: 'slow' });
    const { id } = await makeMember(shop.db, START, { username: 'gone' });
    await shop.db.updateTable('members').set({ disabled_at: START }).where('id', '=', id).execute();
  });
  afterAll(() => shop.close());

  const face = ({
    status,
    code,
    message,
    data,
  }: {
    status: number;
    code: number;
    message: string;
    data: unknown;
  }) => ({
    status,
    code,
    message,
    data,
  });

  it('of user names, by what a failed login says', async () => {
    const known = await shop.browser().logIn('demo', 'wrong-password');
    const unknown = await shop.browser().logIn('nobody-at-all', 'wrong-password');
    const disabled = await shop.browser().logIn('gone', 'wrong-password');
    expect(face(unknown)).toEqual(face(known));
    expect(face(disabled)).toEqual(face(known));
  });

  it('of user names, by how long a failed login takes', async () => {
    const time = async (username: string) => {
      const began = performance.now();
      await shop.browser().logIn(username, 'wrong-password');
      return performance.now() - began;
    };
    // By turns, and by the quickest of each: whatever else the machine does takes its time from both.
    const [unknown, known] = [[Infinity], [Infinity]];
    for (let round = 0; round < 4; round += 1) {
      unknown.push(await time('nobody-knows'));
      known.push(await time('slow'));
    }
    const ratio = Math.min(...unknown) / Math.min(...known);
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
  });

  it('of user names, by which of them is slowed down', async () => {
    const answers = async (username: string) => {
      const codes: number[] = [];
      for (let round = 0; round < 6; round += 1)
        codes.push((await shop.browser().logIn(username, 'wrong-password')).code);
      return codes;
    };
    expect(await answers('no-such-user')).toEqual(await answers('newbie'));
  });

  it.each(['register', 'forget', 'bind', 'phone'] as const)(
    'of phones, by asking for a code to %s',
    async (scene) => {
      shop.clock.now += 100;
      const send = (phone: string) => shop.browser().call('sms.send', { body: { phone, scene } });
      const [known, unknown] = [await send(KNOWN), await send(UNKNOWN)];
      expect(face(unknown)).toEqual(face(known));
      const again = [await send(KNOWN), await send(UNKNOWN)];
      expect(face(again[1] ?? known)).toEqual(face(again[0] ?? unknown));
    },
  );

  it('of phones, by a wrong code for a new password', async () => {
    const tryCode = (phone: string) =>
      shop.browser().call('forget.verify', { body: { phone, code: '000000' } });
    const ask = (phone: string) => shop.browser().call('sms.send', { body: { phone, scene: 'forget' } });
    shop.clock.now += 100;
    for (const phone of [KNOWN, UNKNOWN]) expect((await ask(phone)).code).toBe(200);
    expect(face(await tryCode(UNKNOWN))).toEqual(face(await tryCode(KNOWN)));
  });

  it('of phones, by asking whether one can be used', async () => {
    const demo = await shop.as('demo');
    const about = async (value: string) => (await demo.call('user.phone', { params: { value } })).data;
    const [known, unknown] = [await about('13812345679'), await about(UNKNOWN)];
    expect({ ...known, phone: '' }).toEqual({ ...unknown, phone: '' });
  });

  it('of uploads, by the address of one', async () => {
    const answer = await shop.app.inject('/api/upload/AAAAAAAAAAAAAAAAAAAAAA');
    expect(answer.statusCode).toBe(404);
  });

  it('of orders, by counting up: every id of another is as absent as one that never was', async () => {
    const demo = await shop.as('demo');
    const first = await demo.call('order.detail', { params: { id: 1 } });
    const last = await demo.call('order.detail', { params: { id: 2_147_483_647 } });
    expect(face(first)).toEqual(face(last));
  });

  it('of what the server is made of, by its headers', async () => {
    const { headers } = await shop.app.inject('/api/user/base');
    for (const name of ['server', 'x-powered-by', 'via']) expect(headers[name]).toBeUndefined();
  });
});
