import { ok, refuse } from '../answer.ts';
import { defineRoutes } from '../routes.ts';
import { goodsDetail } from '../services/goods/detail.ts';
import { listGoods } from '../services/goods/list.ts';
import { hotGoods, recommendedGoods, spikeGoods } from '../services/goods/picks.ts';
import { suggest } from '../services/goods/suggest.ts';

export default defineRoutes({
  'goods.search': async ({ db, query }) => ok(await suggest(db, query.keywords, query.type)),
  'goods.list': async (request) => ok(await listGoods(request, request.query)),
  'goods.hot': async (request) => ok(await hotGoods(request)),
  'goods.recommended': async (request) => ok(await recommendedGoods(request)),
  'goods.spike': async (request) => ok(await spikeGoods(request)),
  'goods.detail': async (request) => {
    const goods = await goodsDetail(request, request.params.id);
    return goods ? ok(goods) : refuse('notFound', { message: '商品不存在或已下架' });
  },
});
