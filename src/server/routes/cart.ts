import { ok } from '../answer.ts';
import { defineRoutes } from '../routes.ts';
import { addLines } from '../services/cart/add.ts';
import { cartAnswer } from '../services/cart/answer.ts';
import { editLine } from '../services/cart/edit.ts';
import { cartCount, removeLines, selectLines } from '../services/cart/write.ts';
import { checkoutAnswer } from '../services/checkout/answer.ts';
import { prepare } from '../services/checkout/prepare.ts';
import { memberOf } from '../visitor.ts';

/** The cart (spec §7). Every answer is priced anew by the server. */
export default defineRoutes({
  'cart.list': async (request) =>
    ok(await cartAnswer(request.db, memberOf(request.visitor), request, request.query.filters)),

  'cart.total': async ({ db, visitor }) =>
    ok({ total: visitor.role === 'visitor' ? 0 : await cartCount(db, visitor.companyId) }),

  'cart.add': (request) =>
    request.transaction(async (db) => {
      const buyer = memberOf(request.visitor);
      const added = await addLines(db, buyer, request.body.params, request.now);
      if ('refusal' in added) return added;
      return ok({ ids: added.ids, total: await cartCount(db, buyer.companyId) }, '已加入购物车');
    }),

  'cart.edit': (request) =>
    request.transaction(async (db) => {
      const buyer = memberOf(request.visitor);
      const { number } = request.body.params;
      const refused = await editLine(db, buyer, { id: request.params.id, number, now: request.now });
      return refused ?? ok(await cartAnswer(db, buyer, request));
    }),

  'cart.remove': (request) =>
    request.transaction(async (db) => {
      const { companyId } = memberOf(request.visitor);
      await removeLines(db, companyId, request.body.ids);
      return ok({ total: await cartCount(db, companyId) }, '已删除');
    }),

  'cart.select': (request) =>
    request.transaction(async (db) => {
      const buyer = memberOf(request.visitor);
      await selectLines(db, buyer.companyId, request.body.ids, request.body.is_selected === 1);
      return ok(await cartAnswer(db, buyer, request));
    }),

  'cart.checkout': async (request) => {
    const buyer = memberOf(request.visitor);
    const { ids, coupon_id, address_id } = request.body;
    const prepared = await prepare(request.db, buyer, { ids, couponWish: coupon_id }, request);
    if ('refusal' in prepared) return prepared;
    const wish = { addressId: address_id, now: request.now };
    return ok(await checkoutAnswer(request.db, buyer.companyId, prepared, wish));
  },
});
