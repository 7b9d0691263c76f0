import { defineRoutes } from '../../kernel/http/routes.ts';
import { memberOf } from '../../kernel/http/visitor.ts';
import { ok, refuse } from '../../kernel/result/answer.ts';
import { listOrders, readOrder } from './queries/orders.ts';

/** Orders for their company, with data of every module. */
export default defineRoutes({
  'order.list': async ({ db, visitor, query, site, now }) =>
    ok(
      await listOrders(
        db,
        memberOf(visitor).companyId,
        { ...query, pageSize: site.constants.trade.pageSize },
        now,
      ),
    ),

  'order.detail': async ({ db, visitor, params, site, now }) => {
    const order = await readOrder(db, memberOf(visitor).companyId, params.id, { site, now });
    return order ? ok(order) : refuse('notFound', { message: '订单不存在' });
  },
});
