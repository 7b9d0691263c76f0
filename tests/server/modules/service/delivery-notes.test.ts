import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatDate } from '#shop/domain/format.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { makeShelf } from '../../support/shelf.ts';
import { type Counter, openCounter, pay, place, shipAll } from '../after-sales/staff.ts';
import { load } from './support.ts';

let shop: TestApp;
let counter: Counter;
beforeAll(async () => {
  shop = await startApp({ seed: makeShelf });
  counter = await openCounter(shop);
});
afterAll(() => shop.close());

it('makes one note a delivery, with what the law wants to be read on it', async () => {
  const { buyer, ops, company } = counter;
  const batches = [
    { number: 4, expires: '2028-01-01' },
    { number: 9, expires: '2028-06-01' },
  ];
  const id = await place(counter, [{ price: 12.5, number: 6, batches }]);
  await shop.db.updateTable('goods').set({ storage: '密封，2-8℃保存', mah: '另一持有人' }).execute();
  await shop.db
    .insertInto('certificates')
    .values({
      company_id: company,
      kind: 'drug_licence',
      number: '鄂DA0270001',
      issuer: '市监局',
      issued: '2024-01-01',
      expires: null,
      files: [],
      state: 'approved',
      submitted_at: 1,
    })
    .execute();
  await pay(counter, id);
  const note = async (delivery?: number) =>
    (await buyer.call('document.delivery', { params: { id }, query: { ...(delivery && { delivery }) } }))
      .data;
  expect((await buyer.call('document.delivery', { params: { id } })).message).toContain('还没有发货');

  const { data: order } = await ops.call('ops-order.detail', { params: { id } });
  const [first] = order.picks;
  const parcel = { carrier: '测试物流', tracking_no: 'T0001' };
  await ops.call('ops-order.ship', {
    params: { id },
    body: { ...parcel, picks: [{ id: first?.id ?? '', number: 3 }] },
  });
  const firstDay = formatDate(shop.clock.now);
  shop.clock.now += 2 * 86_400;
  await shipAll(counter, id);

  const one = await note(1);
  expect(one).toMatchObject({
    no: `${one.order_no}-1`,
    buyer_licence: '鄂DA0270001',
    cold: expect.stringContaining('2-8'),
    number: 3,
    goods_amount: 37.5,
    goods_capital: '叁拾柒元伍角整',
    carrier: '测试物流 T0001',
  });
  expect(formatDate(one.shipped_at ?? 0)).toBe(firstDay);
  expect(one.licence).not.toBe('');
  expect(one.deliveries.map(({ value }) => value)).toEqual(['1', '2']);
  expect(one.lines).toMatchObject([
    {
      batch_number: 'B1',
      number: 3,
      dosage_form: '片剂',
      storage: '密封，2-8℃保存',
      holder: '演示药厂（持有人：另一持有人）',
      full_name: expect.stringContaining('通用名（'),
    },
  ]);
  const last = await note();
  expect(last).toEqual(await note(2));
  expect(last.lines.map(({ batch_number, number }) => [batch_number, number])).toEqual([
    ['B1', 1],
    ['B2', 2],
  ]);
  expect((await buyer.call('document.delivery', { params: { id }, query: { delivery: 3 } })).code).toBe(404);

  const file = await load(shop, buyer, one.file);
  const [sheet] = await readXlsxFile(Buffer.from(file.bytes));
  const rows = sheet?.data ?? [];
  const head = rows.findIndex(([cell]) => cell === '序号');
  const names = rows[head] ?? [];
  const at = (name: string) => names.indexOf(name);
  const line = rows[head + 1] ?? [];
  expect(['剂型', '批准文号', '批号', '有效期至', '储存条件'].map((name) => line[at(name)])).toEqual([
    '片剂',
    '国药准字H20990001',
    'B1',
    '2028-01-01',
    '密封，2-8℃保存',
  ]);
  // Figures are numbers, so that they can be added up.
  expect(['数量', '单价', '金额'].map((name) => line[at(name)])).toEqual([3, 12.5, 37.5]);
  const total = rows.find((row) => row[1] === '合计') ?? [];
  expect(['数量', '金额'].map((name) => total[at(name)])).toEqual([3, 37.5]);
  expect(rows.flat().join()).toContain('金额大写：叁拾柒元伍角整');
  expect((await load(shop, buyer, `/api/document/delivery/${id}-3`)).status).toBe(404);
  expect((await load(shop, await shop.as('newbie'), one.file)).status).toBe(404);
});
