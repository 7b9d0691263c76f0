import type { TestApp } from '../support/app.ts';
import { fillCart, order as placeOrder } from '../support/buyer.ts';
import { makeMember } from '../support/members.ts';
import { makeGoods } from '../support/shelf.ts';
import { START } from '../support/store.ts';
import type { Actor } from './actors.ts';
import type { Maker } from './rows.ts';

/** A good that everybody may buy. */
export const goods: Maker = {
  make: (_owner, { db }) => makeGoods(db, { price: 10, stock: 1000 }),
  table: 'goods',
  shared: true,
};

/** A line in the cart of its owner. Written to the database, since not everybody may put something there. */
export const cartLine: Maker = {
  async make(owner, { db }) {
    const goodsId = await makeGoods(db, { price: 10, stock: 1000 });
    const { id } = await db
      .insertInto('cart_lines')
      .values({
        company_id: owner.companyId,
        goods_id: goodsId,
        warehouse_id: 1,
        type: 0,
        number: 10,
        created_at: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  table: 'cart_lines',
};

/** A good that its owner keeps for another day. */
export const savedLine: Maker = {
  async make(owner, { db }) {
    const { id } = await db
      .insertInto('cart_saved')
      .values({
        company_id: owner.companyId,
        goods_id: await makeGoods(db, { price: 10, stock: 1000 }),
        warehouse_id: 1,
        number: 10,
        created_at: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  table: 'cart_saved',
};

/** The first address of its owner's company: `makeMember` makes one. */
export const address: Maker = {
  async make({ companyId }, { db }) {
    const { id } = await db
      .insertInto('addresses')
      .values({
        company_id: companyId,
        name: '王收货',
        phone: '13900000000',
        region: '演示省演示市',
        detail: '演示路 2 号',
        created_at: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  table: 'addresses',
};

/** An order that waits for its payment. One who may not order is given it by a shop that let them before. */
export const order: Maker = {
  async make(owner, shop) {
    if (owner.name === 'member') return takenOver(owner, shop);
    const [line] = await fillCart(owner.browser, { [await goods.make(owner, shop)]: 1 });
    const address_id = await address.make(owner, shop);
    const { data, message } = await placeOrder(owner.browser, { ids: [line ?? 0], address_id });
    const id = data?.ids[0];
    if (id === undefined) throw new Error(`${owner.name} placed no order: ${message}`);
    return id;
  },
  table: 'orders',
};

/** An order from the time when the company still was approved. */
async function takenOver(owner: Actor, shop: TestApp): Promise<number> {
  const approve = (approval: 'approved' | 'pending') =>
    shop.db.updateTable('companies').set({ approval }).where('id', '=', owner.companyId).execute();
  await approve('approved');
  const id = await order.make({ ...owner, name: 'approved' }, shop);
  await approve('pending');
  return id;
}

let stores = 0;

/** A store of its owner's company, with an account of its own. */
export const store: Maker = {
  async make({ companyId }, { db }) {
    stores += 1;
    const { companyId: id } = await makeMember(db, START, {
      username: `shop-${stores}`,
      type: 3,
      scopes: ['all'],
    });
    await db.updateTable('companies').set({ parent_id: companyId }).where('id', '=', id).execute();
    return id;
  },
  table: 'companies',
};
