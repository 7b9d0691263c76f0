import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { makeGoods, makeShelf } from '../../support/shelf.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await startApp({ seed: makeShelf });
});
afterAll(() => shop.close());

async function named(name: string, price: number, stock = 10): Promise<number> {
  const id = await makeGoods(shop.db, { price, stock });
  await shop.db.updateTable('goods').set({ name, generic_name: name }).where('id', '=', id).execute();
  return id;
}

async function compared(ids: string, as = 'demo') {
  const browser = await shop.as(as);
  const { data } = await browser.call('goods.compare', { query: { ids } });
  return { ...data, list: data.list.map(({ id }) => id), others: data.others.map(({ id }) => id) };
}

it('puts goods of one generic name side by side, says which are of another, and offers the rest', async () => {
  const [first, dear, cheap, soldOut] = [
    await named('比较甲', 10),
    await named('比较甲', 30),
    await named('比较甲', 20),
    await named('比较甲', 5, 0),
  ];
  const other = await named('比较乙', 10);
  expect(await compared(`${dear},${other},${first}`)).toEqual({
    generic_name: '比较甲',
    list: [dear, first],
    left_out: ['比较乙'],
    others: [cheap, soldOut],
  });
});

it('takes four at most, none that is off sale, and answers what is no list with nothing', async () => {
  const ids: number[] = [];
  for (let price = 1; price <= 5; price += 1) ids.push(await named('比较丙', price));
  await shop.db
    .updateTable('goods')
    .set({ on_sale: false })
    .where('id', '=', ids[0] ?? 0)
    .execute();
  expect((await compared(ids.join())).list).toEqual(ids.slice(1, 4));
  const nothing = { generic_name: '', list: [], left_out: [], others: [] };
  expect(await compared('x')).toEqual(nothing);
  expect(await compared('2147483')).toEqual(nothing);
});

it('shows no price to those who may see none', async () => {
  const id = await named('比较丁', 10);
  const answer = await shop.browser().call('goods.compare', { query: { ids: String(id) } });
  expect(answer.data.list.map(({ price }) => price)).toEqual([null]);
});
