import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defineRoutes } from '#server/kernel/http/routes.ts';
import { memberOf } from '#server/kernel/http/visitor.ts';
import { made, refuse } from '#server/kernel/result/answer.ts';
import user from '#server/modules/identity/routes/user.ts';
import { startApp, type TestApp } from '../../support/app.ts';

let mayOrder = true;

/** Writes an address for each order, so that the work can be counted, and takes its time. */
const routes = defineRoutes({
  ...user,
  'order.create': async ({ visitor, now, body, transaction }) =>
    transaction(async (db) => {
      const { companyId } = memberOf(visitor);
      const { id } = await db
        .insertInto('addresses')
        .values({
          company_id: companyId,
          name: 'counted',
          phone: '',
          region: '',
          detail: body.remark ?? '',
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await new Promise((resolve) => setTimeout(resolve, 30));
      return mayOrder ? made({ ids: [id], pay_url: '' }) : refuse('contractRequired');
    }),
});

describe.each(['pglite', 'postgres'] as const)('repeated requests on %s', (engine) => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startApp({ engine, routes });
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    mayOrder = true;
    await shop.db.deleteFrom('addresses').where('name', '=', 'counted').execute();
  });

  const order = (key: string, remark = '') => ({
    body: { ids: [1], address_id: 1, remark },
    headers: { 'idempotency-key': key },
  });
  const counted = async () =>
    (await shop.db.selectFrom('addresses').select('id').where('name', '=', 'counted').execute()).length;

  it('answers a repeat as the first time, and works once', async () => {
    const demo = await shop.as('demo');
    const first = await demo.call('order.create', order('a'));
    expect(first).toMatchObject({ status: 201, code: 201 });
    const second = await demo.call('order.create', order('a'));
    expect({ ...second, headers: null }).toEqual({ ...first, headers: null });
    expect(await counted()).toBe(1);
  });

  it('works once for twenty duplicates at the same time', async () => {
    const demo = await shop.as('demo');
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => demo.call('order.create', order('b'))),
    );
    expect(new Set(replies.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await counted()).toBe(1);
  });

  it('refuses a key that comes back with other content', async () => {
    const demo = await shop.as('demo');
    await demo.call('order.create', order('c', 'one'));
    expect(await demo.call('order.create', order('c', 'two'))).toMatchObject({
      code: 422,
      message: '重复提交的内容与之前不同',
    });
    expect(await counted()).toBe(1);
  });

  it('writes nothing when the work is refused, and lets it be tried again', async () => {
    const demo = await shop.as('demo');
    mayOrder = false;
    expect((await demo.call('order.create', order('d'))).code).toBe(459);
    expect(await counted()).toBe(0);
    mayOrder = true;
    expect((await demo.call('order.create', order('d'))).code).toBe(201);
    expect(await counted()).toBe(1);
  });

  it('keeps the keys of members apart', async () => {
    await (await shop.as('demo')).call('order.create', order('e'));
    await (await shop.as('ops')).call('order.create', order('e'));
    expect(await counted()).toBe(2);
  });

  it('works each time without a key', async () => {
    const demo = await shop.as('demo');
    const { body } = order('');
    await demo.call('order.create', { body });
    await demo.call('order.create', { body });
    expect(await counted()).toBe(2);
  });
});
