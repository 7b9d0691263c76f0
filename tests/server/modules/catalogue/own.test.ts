import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBooks } from '#server/modules/ledger/index.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { giveMoney, orderedBefore } from '../../support/buyer.ts';
import { makeMember } from '../../support/members.ts';
import { makeGoods, makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';

let shop: TestApp;
let buyer: Browser;
beforeAll(async () => {
  shop = await startApp({ seed: makeShelf });
  buyer = await shop.as('demo');
  await giveMoney(shop.db, 'demo', 1000);
});
afterAll(() => shop.close());

/** Orders a good, paid so many days ago. */
const bought = (goods: number, days: number) => orderedBefore(shop.db, buyer, { goods, days });

const orderOf = async (line: number) => {
  const lines = shop.db.selectFrom('order_lines').where('id', '=', line).select('order_id');
  return (await lines.executeTakeFirstOrThrow()).order_id;
};

const mine = async (browser: Browser) => {
  const { due, bought, dropped } = (await browser.call('goods.mine')).data;
  const ids = (cards: readonly { id: number }[]) => cards.map(({ id }) => id);
  return { due: ids(due), bought: ids(bought), dropped: ids(dropped) };
};

it('says what is due by the buyer’s own rhythm, what it bought last and what became cheaper, to it alone', async () => {
  const [due, early, once, favourite] = [
    await makeGoods(shop.db, { price: 10, stock: 99 }),
    await makeGoods(shop.db, { price: 10, stock: 99 }),
    await makeGoods(shop.db, { price: 10, stock: 99 }),
    await makeGoods(shop.db, { price: 10, stock: 99 }),
  ];
  // Every ten days, and eleven have passed; every ten days, and four have passed; bought once, long ago.
  for (const days of [31, 21, 11]) await bought(due, days);
  for (const days of [24, 14, 4]) await bought(early, days);
  await bought(once, 90);
  await buyer.call('favorite.add', { body: { goods_ids: [favourite, once] } });
  await shop.db.updateTable('goods').set({ price_fen: 900 }).where('id', '=', favourite).execute();
  expect(await mine(buyer)).toEqual({ due: [due], bought: [early, once], dropped: [favourite] });
  await makeMember(shop.db, START, { username: 'neighbour', scopes: ['all'] });
  expect(await mine(await shop.as('neighbour'))).toEqual({ due: [], bought: [], dropped: [] });
});

it('counts no gift as bought, and has books that name one which would count', async () => {
  const given = await makeGoods(shop.db, { price: 10, stock: 99 });
  await bought(given, 1);
  expect((await mine(buyer)).bought).toContain(given);
  const lines = shop.db.updateTable('order_lines').set({ gift: true }).where('goods_id', '=', given);
  const { id } = await lines.returning('id').executeTakeFirstOrThrow();
  // Its order tells of the change, as it does of one that is placed.
  await shop.db
    .updateTable('orders')
    .set({ remark: '赠' })
    .where('id', '=', await orderOf(id))
    .execute();
  expect((await mine(buyer)).bought).not.toContain(given);
  const gifts = shop.db.deleteFrom('bought_gifts').where('line_id', '=', id);
  const lost = await gifts.returningAll().executeTakeFirstOrThrow();
  const { breaches } = await checkBooks(shop.db);
  await shop.db.insertInto('bought_gifts').values(lost).execute();
  expect(breaches).toContainEqual(expect.stringMatching(`given.*line ${id}$`));
  expect((await checkBooks(shop.db)).breaches).toEqual([]);
});

it('leaves out what is no longer on sale', async () => {
  const gone = await makeGoods(shop.db, { price: 10, stock: 99 });
  for (const days of [30, 20]) await bought(gone, days);
  await shop.db.updateTable('goods').set({ on_sale: false }).where('id', '=', gone).execute();
  const { due } = await mine(buyer);
  expect(due).not.toContain(gone);
});

it('tells a buyer its last purchases of a good, five at most, and nobody else any', async () => {
  const id = await makeGoods(shop.db, { price: 12.5, stock: 99 });
  const asked = async (browser: Browser) => (await browser.call('goods.purchases', { params: { id } })).data;
  expect(await asked(buyer)).toEqual([]);
  for (const days of [60, 50, 40, 30, 20, 10]) await bought(id, days);
  expect(await asked(buyer)).toEqual(
    [10, 20, 30, 40, 50].map((days) => ({ price: 12.5, number: 1, at: START - days * DAY })),
  );
  await makeMember(shop.db, START, { username: 'competitor', scopes: ['all'] });
  expect(await asked(await shop.as('competitor'))).toEqual([]);
  expect(await asked(shop.browser())).toEqual([]);
});

it('has books that name a purchase which would not be found', async () => {
  const id = await makeGoods(shop.db, { price: 10, stock: 99 });
  await bought(id, 10);
  const lines = shop.db.deleteFrom('bought_lines').where('goods_id', '=', id);
  const lost = await lines.returningAll().executeTakeFirstOrThrow();
  const { breaches } = await checkBooks(shop.db);
  await shop.db.insertInto('bought_lines').values(lost).execute();
  expect(breaches).toContainEqual(expect.stringContaining(`line ${lost.line_id}`));
  expect((await checkBooks(shop.db)).breaches).toEqual([]);
});
