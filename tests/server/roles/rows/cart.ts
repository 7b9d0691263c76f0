import { makeGoods } from '../../support/shelf.ts';
import type { Actor } from '../actors.ts';
import { cartLine, goods, savedLine, store } from '../objects.ts';
import { defineRows, lists, type Maker, of } from '../rows.ts';

/** A controlled good, with the right to it for those whom spec §6 calls special. */
const controlledGoods: Maker = {
  async make(owner, { db }) {
    const id = await makeGoods(db, { price: 10, stock: 1000, controlled: true });
    if (owner.name === 'controlled') {
      await db
        .insertInto('controlled_rights')
        .values({ goods_id: id, company_id: owner.companyId, created_at: 1 })
        .execute();
    }
    return id;
  },
  shared: true,
};

const adding = (id: number) => ({ body: { params: [{ goods_id: id, number: 10 }] } });
const without = { approved: 422, store: 422, head: 422, staff: 422 } satisfies Partial<
  Record<Actor['name'], number>
>;

export default defineRows({
  'cart.list': lists(cartLine, ({ data }) => data.map(({ id }) => id)),
  'cart.total': {},
  'cart.add': [of(goods, adding), of(controlledGoods, adding, { refuses: without })],
  'cart.edit': of(cartLine, (id) => ({ params: { id }, body: { params: { number: 20 } } })),
  'cart.remove': of(cartLine, (id) => ({ body: { ids: [id] } })),
  'cart.select': of(cartLine, (id) => ({ body: { ids: [id], is_selected: 0 } })),
  'cart.checkout': of(cartLine, (id) => ({ body: { ids: [id] } })),
  'cart.quickAdd': of(goods, (id) => ({ params: { id } })),
  'cart.seen': {},
  'cart.later': of(cartLine, (id) => ({ body: { ids: [id] } })),
  'cart.saved': lists(savedLine, ({ list }) => list.map(({ id }) => id)),
  'cart.restore': of(savedLine, (id) => ({ body: { ids: [id] } })),
  'cart.dropSaved': of(savedLine, (id) => ({ body: { ids: [id] } })),
  'cart.copyTargets': {},
  'cart.nextHint': of(goods, (id) => ({ query: { goods_id: id, number: 3 } })),
  'cart.copy': of(store, async (id, who, shop) => ({
    body: { ids: [await cartLine.make(who, shop)], other_user_ids: [id] },
  })),
});
