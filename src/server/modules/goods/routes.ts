import { defineRoutes } from '../../kernel/http/routes.ts';
import { ok, refuse } from '../../kernel/result/answer.ts';
import { brandPage, listBrands } from './brands/read.ts';

export default defineRoutes({
  'brand.list': async ({ db, query, now, site }) =>
    ok(await listBrands(db, now, { ...query, pageSize: query.page_size ?? site.constants.trade.pageSize })),
  'brand.detail': async ({ db, params, now }) => {
    const brand = await brandPage(db, params.id, now);
    return brand ? ok(brand) : refuse('notFound', { message: '品牌不存在或已下架' });
  },
});
