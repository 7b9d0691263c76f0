import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { readDocument } from '../statements/order-document.ts';
import { readStatement, statementMonths } from '../statements/read.ts';

/** Lines of a statement on one page: a month of most stores, and as much as a browser prints at once. */
const LINES = 500;

export default defineRoutes({
  'statement.months': async ({ db, visitor }) =>
    ok({ list: await statementMonths(db, memberOf(visitor).companyId) }),

  'statement.detail': async ({ db, visitor, params, query, site, now }) => {
    const { companyId } = memberOf(visitor);
    const paging = { page: query.page, pageSize: LINES };
    const statement = await readStatement(db, site, { companyId, month: params.month, now, paging });
    return statement ? ok(statement) : refuse('notFound', { message: '没有这个月份' });
  },

  'document.sheet': ({ db, visitor, params, site }) =>
    readDocument(db, site, 'sheet', { companyId: memberOf(visitor).companyId, id: params.id }),

  'document.delivery': ({ db, visitor, params, query, site }) =>
    readDocument(db, site, 'delivery', {
      companyId: memberOf(visitor).companyId,
      id: params.id,
      delivery: query.delivery,
    }),
});
