import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { makeMember } from '../../support/members.ts';
import { START } from '../../support/store.ts';
import { startAccount } from './support.ts';

const FORM = {
  name: '赵收货',
  phone: '13988887777',
  region: '湖北省武汉市江汉区',
  detail: '解放大道 688 号',
  is_default: 0,
} as const;

describe('delivery addresses', () => {
  let shop: TestApp;
  let buyer: Browser;
  beforeAll(async () => {
    shop = await startAccount();
    const { companyId } = await makeMember(shop.db, START, { username: 'mover' });
    await shop.db.deleteFrom('addresses').where('company_id', '=', companyId).execute();
    await shop.db
      .updateTable('companies')
      .set({ warehouse_region: '北京市东城区', warehouse: '库房路9号' })
      .where('id', '=', companyId)
      .execute();
    buyer = await shop.as('mover');
  });
  afterAll(() => shop.close());

  const add = async (form: object) => {
    const reply = await buyer.call('address.create', { body: { ...FORM, ...form } });
    expect(reply).toMatchObject({ code: 201, message: '地址已保存' });
    return reply.data.id;
  };
  const list = async () => (await buyer.call('address.list')).data.list;
  const defaults = async () => (await list()).filter(({ is_default }) => is_default).map(({ id }) => id);

  it('takes the first for the default, then another, and the oldest when that one is deleted', async () => {
    const first = await add({});
    expect(await defaults()).toEqual([first]);
    const second = await add({ detail: '二库 2 号', is_default: 1 });
    expect(await defaults()).toEqual([second]);
    const third = await add({ detail: '三库 3 号' });
    await buyer.call('address.choose', { params: { id: third } });
    expect((await list()).map(({ id }) => id)).toEqual([third, first, second]);
    await buyer.call('address.remove', { params: { id: third } });
    expect(await defaults()).toEqual([first]);
    const answers = await Promise.all(
      [first, second].map((id) => buyer.call('address.choose', { params: { id } })),
    );
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    expect(await defaults()).toHaveLength(1);
  });

  it('hides phones in the list and shows them to whoever edits', async () => {
    const id = await add({ phone: '027-88888888', region: '北京市东城区', detail: '座机路 1 号' });
    expect((await list()).find((one) => one.id === id)).toMatchObject({ phone: '027-****8888' });
    const { data } = await buyer.call('address.detail', { params: { id } });
    expect(data).toMatchObject({ phone: '027-88888888', region: '北京市东城区', detail: '座机路 1 号' });
  });

  it('says at each field what is wrong with it', async () => {
    for (const [wrong, field] of [
      [{ phone: '12345678901' }, 'phone'],
      [{ phone: '8888-8888' }, 'phone'],
      [{ region: '湖北省武汉市' }, 'region'],
      [{ region: '火星省' }, 'region'],
      [{ name: '赵' }, 'name'],
      [{ detail: '1 号' }, 'detail'],
    ] as const) {
      const { code, data } = await buyer.call('address.create', { body: { ...FORM, ...wrong } });
      const { errors } = data as unknown as { errors: Record<string, string[]> };
      expect([wrong, code, Object.keys(errors)]).toEqual([wrong, 422, [field]]);
    }
  });

  it('knows the places that stand in the papers, however they are spaced, and takes the mark of staff', async () => {
    const licensed = await add({ region: '北京市东城区', detail: '库房路 ９ 号' });
    const other = await add({ region: '北京市东城区', detail: '库房路 10 号' });
    const marks = async () => new Map((await list()).map((one) => [one.id, one.is_licensed]));
    expect([(await marks()).get(licensed), (await marks()).get(other)]).toEqual([1, 0]);
    const ops = await shop.as('ops');
    await ops.call('ops-member.license', { params: { id: other }, body: { is_licensed: 1 } });
    expect((await marks()).get(other)).toBe(1);
    await buyer.call('address.update', {
      params: { id: other },
      body: { ...FORM, region: '北京市东城区', detail: '库房路 11 号' },
    });
    expect((await marks()).get(other)).toBe(0);
  });

  it('keeps twenty and no more', async () => {
    for (let kept = (await list()).length; kept < 20; kept += 1) await add({ detail: `第 ${kept} 库房` });
    expect(await buyer.call('address.create', { body: FORM })).toMatchObject({
      code: 422,
      message: '最多保存 20 个地址，请先删除不用的',
    });
    expect(await list()).toHaveLength(20);
  });
});
