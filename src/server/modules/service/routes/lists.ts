import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { made, ok, refuse } from '../../../kernel/result/answer.ts';
import { cardsFor } from '../../catalogue/index.ts';
import { allLists, countGoods, goodsOf, ownList } from '../lists/read.ts';
import { addToCart, addToList, createListFrom, listToCart, makeList } from '../lists/write.ts';
import { quickRows } from '../quick-order/quick.ts';

const GONE = { message: '这个清单已经不在了' };

export default defineRoutes({
  'list.all': async ({ db, visitor }) => ok({ list: await allLists(db, memberOf(visitor).companyId) }),

  'list.detail': async (request) => {
    const { db, params, query, site } = request;
    const { companyId } = memberOf(request.visitor);
    const list = await ownList(db, companyId, params.id);
    if (!list) return refuse('notFound', GONE);
    const page_size = site.constants.trade.pageSize;
    const goods = await goodsOf(db, list.id, { page: query.page, pageSize: page_size });
    const numbers = new Map(goods.map(({ goods_id, number }) => [goods_id, number]));
    return ok({
      ...list,
      list: await quickRows(request, companyId, [...numbers.keys()], numbers),
      total: await countGoods(db, list.id),
      page: query.page,
      page_size,
    });
  },

  'list.create': ({ transaction, visitor, body, now }) =>
    transaction(async (db) => {
      const { companyId } = memberOf(visitor);
      const { name, order_id, from_cart } = body;
      if (order_id !== undefined || from_cart === 1)
        return createListFrom(db, companyId, { name, order_id }, now);
      const list = await makeList(db, companyId, name, now);
      return 'refusal' in list ? list : made({ id: list.id, name: name.trim() }, '已新建清单');
    }),

  'list.rename': ({ transaction, visitor, params, body, now }) =>
    transaction(async (db) => {
      const { companyId } = memberOf(visitor);
      const taken = await db
        .selectFrom('order_lists')
        .where('company_id', '=', companyId)
        .where('name', '=', body.name.trim())
        .where('id', '!=', params.id)
        .select('id')
        .executeTakeFirst();
      if (taken)
        return refuse('invalid', {
          message: '已有同名的清单',
          data: { errors: { name: ['已有同名的清单'] } },
        });
      const { numUpdatedRows } = await db
        .updateTable('order_lists')
        .set({ name: body.name.trim(), updated_at: now })
        .where('company_id', '=', companyId)
        .where('id', '=', params.id)
        .executeTakeFirst();
      return numUpdatedRows === 0n ? refuse('notFound', GONE) : ok({ id: params.id }, '已改名');
    }),

  'list.remove': ({ transaction, visitor, params }) =>
    transaction(async (db) => {
      const { numDeletedRows } = await db
        .deleteFrom('order_lists')
        .where('company_id', '=', memberOf(visitor).companyId)
        .where('id', '=', params.id)
        .executeTakeFirst();
      return numDeletedRows === 0n ? refuse('notFound', GONE) : ok({ id: params.id }, '已删除');
    }),

  'list.add': ({ transaction, visitor, body, now }) =>
    transaction((db) => addToList(db, memberOf(visitor).companyId, body, now)),

  'list.drop': ({ transaction, visitor, params, body }) =>
    transaction(async (db) => {
      const list = await ownList(db, memberOf(visitor).companyId, params.id);
      if (!list) return refuse('notFound', GONE);
      if (body.goods_ids.length > 0) {
        await db
          .deleteFrom('order_list_goods')
          .where('list_id', '=', list.id)
          .where('goods_id', 'in', body.goods_ids)
          .execute();
      }
      return ok({ id: list.id }, '已从清单中去掉');
    }),

  'list.buy': ({ transaction, visitor, params, body, now }) =>
    transaction((db) => listToCart(db, memberOf(visitor), { id: params.id, goodsIds: body.goods_ids }, now)),

  'favorite.buy': async (request) => {
    const cards = await cardsFor(request, [...new Set(request.body.goods_ids)]);
    const goods = cards.map(({ id, qg_number }) => ({ goods_id: id, number: qg_number }));
    return request.transaction((db) => addToCart(db, memberOf(request.visitor), goods, request.now));
  },
});
