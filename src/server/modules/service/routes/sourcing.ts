import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import {
  closeSourcingRequest,
  createSourcingRequest,
  listSourcingRequests,
  readSourcingRequest,
} from '../sourcing/requests.ts';

export default defineRoutes({
  'user.buy_list': async ({ db, visitor, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const { companyId } = memberOf(visitor);
    const found = await listSourcingRequests(db, { companyId, ...query, pageSize: page_size });
    return ok({ ...found, list: found.list.map(({ wanted }) => wanted), page: query.page, page_size });
  },

  'user.buy': ({ transaction, visitor, body, now }) =>
    transaction((db) => createSourcingRequest(db, memberOf(visitor), body, now)),

  'user.buy_info': async ({ db, visitor, params }) => {
    const wanted = await readSourcingRequest(db, memberOf(visitor).companyId, params.id);
    return wanted ? ok(wanted.wanted) : refuse('notFound', { message: '没有这条求购' });
  },

  'user.buy_close': ({ transaction, visitor, params }) =>
    transaction((db) => closeSourcingRequest(db, memberOf(visitor).companyId, params.id)),
});
