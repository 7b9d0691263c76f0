import { defineRoutes } from '../../kernel/http/routes.ts';
import { memberOf } from '../../kernel/http/visitor.ts';
import { ok } from '../../kernel/result/answer.ts';
import { addLines } from './commands/add.ts';
import { copyLines, copyTargets } from './commands/copy.ts';
import { editLine } from './commands/edit.ts';
import { quickAdd } from './commands/quick-add.ts';
import { dropSaved, restoreSaved, saveForLater } from './commands/save.ts';
import { seeCart } from './commands/see.ts';
import { cartCount, removeLines, selectLines } from './commands/write.ts';
import { readPostedLines, withPostedFields } from './input/posted.ts';
import { checkReferences } from './input/references.ts';
import { cartAnswer } from './queries/answer.ts';
import { nextHint } from './queries/next-hint.ts';
import { savedGoods } from './queries/saved.ts';

/** The cart (spec §7). The server prices the cart again for every answer. */
export default defineRoutes({
  'cart.list': async (request) =>
    ok(await cartAnswer(request.db, memberOf(request.visitor), request, request.query.filters)),

  'cart.total': async ({ db, visitor }) =>
    ok({ total: visitor.role === 'visitor' ? 0 : await cartCount(db, visitor.companyId) }),

  'cart.add': (request) =>
    request.transaction(async (db) => {
      const buyer = memberOf(request.visitor);
      const lines = readPostedLines(request.body.params);
      if (!Array.isArray(lines)) return lines;
      const refused = await checkReferences(db, lines, request);
      if (refused) return refused;
      const added = await addLines(db, buyer, lines, request.now);
      if ('refusal' in added) return withPostedFields(added, request.body.params);
      return ok(added, '已加入购物车');
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

  'cart.quickAdd': (request) =>
    request.transaction(async (db) => {
      const buyer = memberOf(request.visitor);
      const added = await quickAdd(db, buyer, request.params.id, request.now);
      if ('refusal' in added) return added;
      return ok(added, '已加入购物车');
    }),

  'cart.seen': (request) =>
    request.transaction(async (db) => {
      const buyer = memberOf(request.visitor);
      await seeCart(db, buyer, request.now);
      return ok(await cartAnswer(db, buyer, request));
    }),

  'cart.later': (request) =>
    request.transaction(async (db) => {
      const buyer = memberOf(request.visitor);
      const refused = await saveForLater(db, buyer, request.body.ids, request.now);
      return refused ?? ok({ total: await cartCount(db, buyer.companyId) }, '已移到稍后再买');
    }),

  'cart.saved': async ({ db, visitor, now }) => ok({ list: await savedGoods(db, memberOf(visitor), now) }),

  'cart.restore': (request) =>
    request.transaction((db) => restoreSaved(db, memberOf(request.visitor), request.body.ids, request.now)),

  'cart.dropSaved': (request) =>
    request.transaction(async (db) => {
      const buyer = memberOf(request.visitor);
      await dropSaved(db, buyer.companyId, request.body.ids);
      return ok({ list: await savedGoods(db, buyer, request.now) }, '已删除');
    }),

  'cart.copy': (request) =>
    request.transaction((db) => {
      const { ids, other_user_ids: stores } = request.body;
      return copyLines(db, memberOf(request.visitor), { ids, stores }, request.now);
    }),

  'cart.copyTargets': async ({ db, visitor }) => {
    const targets = await copyTargets(db, memberOf(visitor));
    const list = targets.map(({ id, company }) => ({ value: String(id), label: company }));
    return ok({ any: list.length > 0, list });
  },

  'cart.nextHint': async (request) => {
    const { goods_id: goodsId, number: quantity, ck_id: warehouseId, type } = request.query;
    const query = { goodsId, quantity, warehouseId, type };
    return nextHint(request.db, memberOf(request.visitor), query, request);
  },
});
