import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { goodsDetail } from '../detail/detail.ts';
import { pastPurchases } from '../detail/purchases.ts';
import { compareGoods } from '../list/compare.ts';
import { hotGoods, recommendedGoods, spikeGoods } from '../list/featured.ts';
import { listGoods } from '../list/list.ts';
import { countMiss } from '../list/misses.ts';
import { ownGoods } from '../list/own.ts';
import { suggest } from '../list/suggest.ts';

export default defineRoutes({
  'goods.search': async ({ db, query }) => ok(await suggest(db, query.keywords, query.type)),
  'goods.list': async (request) => {
    const { db, query, visitor, now } = request;
    const page = await listGoods(request, query);
    if (page?.total === 0 && query.page === 1 && query.keywords && visitor.role !== 'staff')
      await countMiss(db, query.keywords, now);
    return page ? ok(page) : refuse('notFound', { message: '分类不存在或已下架' });
  },
  'goods.fl': async (request) => {
    const page = await listGoods(request, { ...request.query, welfare: true });
    return page ? ok(page) : refuse('notFound', { message: '分类不存在或已下架' });
  },
  'goods.hot': async (request) => ok(await hotGoods(request)),
  'goods.mine': async (request) => ok(await ownGoods(request, memberOf(request.visitor).companyId)),
  'goods.compare': async (request) => ok(await compareGoods(request, request.query.ids)),
  'goods.recommended': async (request) => ok(await recommendedGoods(request)),
  'goods.spike': async (request) => ok(await spikeGoods(request, request.query)),
  'goods.detail': async (request) => {
    const goods = await goodsDetail(request, request.params.id, request.query.yx === 1);
    return goods ? ok(goods) : refuse('notFound', { message: '商品不存在或已下架' });
  },
  'goods.purchases': async (request) => {
    const purchases = await pastPurchases(request, request.params.id);
    return purchases ? ok(purchases) : refuse('notFound', { message: '商品不存在或已下架' });
  },
});
