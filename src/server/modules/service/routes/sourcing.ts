import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { closeWanted, pageOfWanted, readWanted, wantGoods } from '../sourcing/requests.ts';

export default defineRoutes({
  'user.buy_list': async ({ db, visitor, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const { companyId } = memberOf(visitor);
    const found = await pageOfWanted(db, { companyId, ...query, pageSize: page_size });
    return ok({ ...found, list: found.list.map(({ wanted }) => wanted), page: query.page, page_size });
  },

  'user.buy': ({ transaction, visitor, body, now }) =>
    transaction((db) => wantGoods(db, memberOf(visitor), body, now)),

  'user.buy_info': async ({ db, visitor, params }) => {
    const wanted = await readWanted(db, memberOf(visitor).companyId, params.id);
    return wanted ? ok(wanted.wanted) : refuse('notFound', { message: '没有这条求购' });
  },

  'user.buy_close': ({ transaction, visitor, params }) =>
    transaction((db) => closeWanted(db, memberOf(visitor).companyId, params.id)),
});
