import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '#generated/calls.ts';
import type { CallContract } from '#generated/schemas.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { shopRegistry } from '../../support/registry.ts';

const { contracts } = await shopRegistry();

type Field = { title?: string; maxLength?: number };

const fieldsOf = ({ body }: CallContract) =>
  Object.entries((body['properties'] ?? {}) as Record<string, Field>);

/** Every field of a body that takes a phone, whatever it is called. */
const PHONES = Object.entries(contracts).flatMap(([call, contract]) =>
  fieldsOf(contract)
    .filter(([name, { title = '' }]) => /phone|mobile|tel$/.test(name) || /手机号|电话/.test(title))
    .map(([field]) => ({ call: call as CallName, field })),
);

/** Where a phone stands among other words, or a user name may stand in its place. */
const OTHER = new Set(['invoice.create address', 'user.login username', 'ops-message.send username']);

describe('a phone in what is sent', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startApp();
  });
  afterAll(() => shop.close());

  it('is looked for in many calls', () => {
    expect(PHONES.length).toBeGreaterThanOrEqual(9);
  });

  it.each(PHONES.filter(({ call, field }) => !OTHER.has(`${call} ${field}`)))(
    '$call refuses 123 as its $field',
    async ({ call, field }) => {
      const { access } = contracts[call] as CallContract;
      const browser =
        access === 'visitor' ? shop.browser() : await shop.as(access === 'staff' ? 'ops' : 'demo');
      const refusing = async (value: string) => {
        // Everything else may be wrong or missing: what is told of this field is looked at.
        const body = { name: '王采购', code: '123456', [field]: value } as never;
        const { code, data } = await browser.call(call, { body, params: { id: 1 } as never });
        return code === 422 && field in ((data as { errors?: object } | null)?.errors ?? {});
      };
      for (const wrong of [
        '123',
        '1380013800',
        '12800138000',
        '138001380001',
        'abc',
        '13800138000 ',
        '０１０-12345678',
      ]) {
        expect([wrong, await refusing(wrong)]).toEqual([wrong, true]);
      }
      expect(await refusing('13800138000')).toBe(false);
    },
  );

  it.each(['user.feedback', 'address.create', 'register.company', 'ops-manager.save'] as const)(
    '%s takes a landline, with its hyphen',
    async (call) => {
      const browser = await shop.as(call.startsWith('ops') ? 'ops' : 'demo');
      const field = call === 'register.company' ? 'receiver_phone' : 'phone';
      const refusing = async (value: string) => {
        const { data } = await browser.call(call, { body: { [field]: value } as never });
        return field in ((data as { errors?: object } | null)?.errors ?? {});
      };
      expect(await refusing('027-88888888')).toBe(false);
      expect(await refusing('0571-1234567')).toBe(false);
      expect(await refusing('02788888888')).toBe(true);
      expect(await refusing('27-88888888')).toBe(true);
    },
  );

  it('may be left out where it is optional, empty or not sent', async () => {
    const demo = await shop.as('demo');
    const text = '包装有压痕，请加护角。';
    for (const phone of [{}, { phone: '' }]) {
      const sent = await demo.call('user.feedback', { body: { kind: 'delivery', text, ...phone } });
      expect(sent.code).toBe(201);
    }
    const json = await demo.send({
      method: 'POST',
      path: '/api/user/feedback',
      body: JSON.stringify({ kind: 'delivery', text, phone: '' }),
      headers: { 'content-type': 'application/json' },
    });
    expect(json.code).toBe(201);
    const needed = await demo.call('address.create', { body: { phone: '' } });
    expect(needed).toMatchObject({ code: 422, data: { errors: { phone: ['电话不能为空'] } } });
  });
});
