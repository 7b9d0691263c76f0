import { ORDER_STATE } from '#domain/order-state.ts';
import { ok, refuse } from '../answer.ts';
import { defineRoutes } from '../routes.ts';
import { refuseUnsigned } from '../services/contracts/sign.ts';
import { confirmReceipt } from '../services/orders/confirm.ts';
import { placeOrders } from '../services/orders/create.ts';
import { endUnpaid, lockOrder } from '../services/orders/end.ts';
import { listOrders, readOrder } from '../services/orders/read.ts';
import { memberOf } from '../visitor.ts';

const NO_SUCH_ORDER = { message: '订单不存在' };

/** Orders (domain §4, §6). An order is only ever found by the company that placed it. */
export default defineRoutes({
  'order.create': (request) =>
    request.transaction(async (db) => {
      const buyer = memberOf(request.visitor);
      return (await refuseUnsigned(db, buyer)) ?? placeOrders(db, buyer, request.body, request);
    }),

  'order.list': async ({ db, visitor, query, site, now }) =>
    ok(
      await listOrders(
        db,
        memberOf(visitor).companyId,
        { page: query.page, pageSize: site.trade.pageSize, status: query.status, keywords: query.keywords },
        now,
      ),
    ),

  'order.detail': async ({ db, visitor, params, now }) => {
    const order = await readOrder(db, memberOf(visitor).companyId, params.id, now);
    return order ? ok(order) : refuse('notFound', NO_SUCH_ORDER);
  },

  'order.cancel': ({ transaction, visitor, params, now }) =>
    transaction(async (db) => {
      const order = await lockOrder(db, params.id, memberOf(visitor).companyId);
      if (!order) return refuse('notFound', NO_SUCH_ORDER);
      const ending = { to: ORDER_STATE.cancelled, text: '订单已取消', at: now };
      return (await endUnpaid(db, order, ending)) ?? ok({ status: ending.to }, '订单已取消');
    }),

  'order.confirm': ({ transaction, visitor, params, site, now }) =>
    transaction(async (db) => {
      const order = await lockOrder(db, params.id, memberOf(visitor).companyId);
      if (!order) return refuse('notFound', NO_SUCH_ORDER);
      const refused = await confirmReceipt(db, order, { site, now, text: '已确认收货' });
      return refused ?? ok({ status: ORDER_STATE.done }, '已确认收货');
    }),
});
