import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countUnsigned } from '#server/modules/customers/contracts/read.ts';
import contract from '#server/modules/customers/routes/contracts.ts';
import user from '#server/modules/identity/routes/user.ts';
import order from '#server/modules/orders/routes.ts';
import { startApp, type TestApp } from '../../support/app.ts';

const CONTRACT = {
  code: 'zlbz',
  version: '2026',
  title: '质量保证协议',
  summary: '须签署',
  body: '第一条<script>alert(1)</script>',
  is_needed: true,
  position: 0,
  published_at: 1,
  retired_at: null,
};

describe('electronic contracts', () => {
  let shop: TestApp;
  let needed: number;
  beforeAll(async () => {
    shop = await startApp({ routes: { ...contract, ...order, ...user } });
    const rows = await shop.db
      .insertInto('contracts')
      .values([CONTRACT, { ...CONTRACT, code: 'sjsq', title: '数据授权', is_needed: false, position: 1 }])
      .returning('id')
      .execute();
    needed = rows[0]?.id ?? 0;
  });
  afterAll(() => shop.close());

  const sign = { name: '林知夏', agree: 1 } as const;

  it('are for members', async () => {
    expect((await shop.browser().call('contract.list')).code).toBe(401);
    expect((await shop.browser().call('contract.sign', { body: { id: needed, ...sign } })).code).toBe(401);
  });

  it('stop an order with 459 until what is needed is signed', async () => {
    const demo = await shop.as('demo');
    const order = () => demo.call('order.create', { body: { ids: [1], address_id: 1 } });
    expect(await order()).toMatchObject({
      status: 459,
      code: 459,
      message: '还有 1 份电子合同未签署，请先签署再下单',
    });
    const listed = (await demo.call('contract.list')).data;
    expect(listed.needed).toBe(1);
    expect(listed.list.map(({ title, status_text }) => [title, status_text])).toEqual([
      ['质量保证协议', '待签署'],
      ['数据授权', '待签署'],
    ]);

    const signed = await demo.call('contract.sign', { body: { id: needed, ...sign } });
    expect(signed).toMatchObject({ code: 201, message: '签署成功', data: { is_signed: 1 } });
    expect(signed.data.signed_text).toMatch(/^林知夏 于 2026-11-01 10:00/);
    expect((await order()).code).not.toBe(459);
  });

  it('are signed for the company, once', async () => {
    const again = await (await shop.as('demo')).call('contract.sign', {
      body: { id: needed, name: '别人', agree: 1 },
    });
    expect(again).toMatchObject({ code: 200, message: '这份合同已经签署' });
    expect(again.data.signed_text).toContain('林知夏');
    const newbie = await shop.as('newbie');
    expect((await newbie.call('contract.list')).data.needed).toBe(1);
    const rows = await shop.db.selectFrom('contract_signatures').select(['signer', 'digest']).execute();
    expect(rows).toEqual([{ signer: '林知夏', digest: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  });

  it('want a name and consent', async () => {
    const newbie = await shop.as('newbie');
    const body = { id: needed, ...sign };
    expect((await newbie.call('contract.sign', { body: { ...body, agree: 0 } })).data).toMatchObject({
      errors: { agree: ['请阅读并勾选同意合同内容'] },
    });
    expect((await newbie.call('contract.sign', { body: { ...body, name: ' 林 ' } })).code).toBe(422);
    expect((await newbie.call('contract.sign', { body: { ...body, id: 999 } })).code).toBe(404);
  });

  it('show their text cleaned, and not at all when they do not exist', async () => {
    const newbie = await shop.as('newbie');
    const { data } = await newbie.call('contract.detail', { params: { id: needed } });
    expect(data.body).toBe('<p>第一条</p>\n');
    expect((await newbie.call('contract.detail', { params: { id: 999 } })).code).toBe(404);
  });

  it('must be signed anew when a new version replaces them; the old one stays to be read', async () => {
    const demo = await shop.as('demo');
    await shop.db
      .updateTable('contracts')
      .set({ retired_at: shop.clock.now })
      .where('id', '=', needed)
      .execute();
    await shop.db
      .insertInto('contracts')
      .values({ ...CONTRACT, version: '2027', title: '质量保证协议（新）' })
      .execute();
    const { list, needed: missing } = (await demo.call('contract.list')).data;
    expect(missing).toBe(1);
    expect(list.map(({ title }) => title)).toEqual(['质量保证协议（新）', '数据授权', '质量保证协议']);
    const newbie = await shop.as('newbie');
    expect((await newbie.call('contract.list')).data.list).toHaveLength(2);
    expect((await newbie.call('contract.sign', { body: { id: needed, ...sign } })).code).toBe(404);
    expect(await countUnsigned(shop.db, 999)).toBe(1);
  });
});
