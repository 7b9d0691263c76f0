import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { makeShelf } from '../../support/shelf.ts';
import { fileOf, load } from '../service/support.ts';
import { type Counter, openCounter, pay, place, shipAll } from './staff.ts';

let shop: TestApp;
let counter: Counter;
beforeAll(async () => {
  shop = await startApp({ seed: makeShelf });
  counter = await openCounter(shop);
});
afterAll(() => shop.close());

/** The smallest picture that is one, told apart by a byte behind its end. */
const png = (mark: number) =>
  new Uint8Array([
    ...Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
    mark,
  ]);

it('hands missing documents over to the buyer who asked for them, and to nobody else', async () => {
  const id = await place(counter, [{ price: 600, number: 2 }]);
  await pay(counter, id);
  await shipAll(counter, id);
  await counter.buyer.call('order.confirm', { params: { id } });
  const [row] = (await counter.buyer.call('return.choices', { params: { order_id: id } })).data.lines;
  const asked = await counter.buyer.call('after-sales.create', {
    body: { order_id: id, kind: 13, reason: '资料缺失', lines: [{ id: row?.id ?? '', number: 1 }] },
  });
  const claim = { params: { id: asked.data.id } };
  const judge = (more: object = {}) =>
    counter.ops.call('ops-claim.judge', { ...claim, body: { accepted: 1, reply: '', ...more } });
  await judge();
  expect((await counter.ops.call('ops-claim.detail', claim)).data.asks).toBe('files');

  const send = async (name: string, who = counter.ops) =>
    (await who.call('upload.create', { body: { file: fileOf(name, png(name.length)), kind: 'return' } }))
      .data;
  const licence = await send('首营资料.png');
  const report = await send('药检.png');
  const strangers = await send('别人的.png', await shop.as('newbie'));
  expect((await load(shop, counter.buyer, licence.url)).status).toBe(404);

  expect(await judge()).toMatchObject({ code: 422, message: expect.stringContaining('请上传资料') });
  expect((await judge({ files: [licence.id, strangers.id] })).code).toBe(422);
  expect((await load(shop, counter.buyer, licence.url)).status).toBe(404);

  expect(await judge({ files: [licence.id, report.id] })).toMatchObject({ data: { status: 50 } });
  const { data } = await counter.buyer.call('after-sales.detail', claim);
  expect(data.pictures).toEqual([
    { text: '客服：首营资料.png', url: licence.url },
    { text: '客服：药检.png', url: report.url },
  ]);
  expect((await load(shop, counter.buyer, report.url)).status).toBe(200);
  expect((await load(shop, counter.ops, report.url)).status).toBe(200);
  expect((await load(shop, await shop.as('newbie'), report.url)).status).toBe(404);
});
