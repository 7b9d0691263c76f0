import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { made, ok } from '../../../kernel/result/answer.ts';
import { addFavorites, countFavorites, removeFavorites } from '../favorites/favorites.ts';

export default defineRoutes({
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
