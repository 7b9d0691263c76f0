import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { made, ok } from '../../../kernel/result/answer.ts';
import { addFavorites, countFavorites, pageOfFavorites, removeFavorites } from '../favorites/favorites.ts';
import { favoriteRows } from '../favorites/rows.ts';

export default defineRoutes({
  'favorite.list': async (request) => {
    const { db, query, site } = request;
    const { companyId } = memberOf(request.visitor);
    const pageSize = site.constants.trade.pageSize;
    return ok({
      list: await favoriteRows(request, await pageOfFavorites(db, companyId, query.page, pageSize)),
      total: await countFavorites(db, companyId),
      page: query.page,
      page_size: pageSize,
    });
  },
  'favorite.add': async (request) => {
    const { companyId } = memberOf(request.visitor);
    return request.transaction(async (db) => {
      await addFavorites(db, companyId, request.body.goods_ids, request.now);
      return made({ total: await countFavorites(db, companyId) }, '收藏成功');
    });
  },
  'favorite.cancel': async (request) => {
    const { companyId } = memberOf(request.visitor);
    return request.transaction(async (db) => {
      await removeFavorites(db, companyId, request.body.goods_ids);
      return ok({ total: await countFavorites(db, companyId) }, '取消收藏成功');
    });
  },
});
