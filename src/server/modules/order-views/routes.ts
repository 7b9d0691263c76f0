import { toFen } from '#shop/domain/money.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import { defineRoutes } from '../../kernel/http/routes.ts';
import { memberOf } from '../../kernel/http/visitor.ts';
import { ok, refuse } from '../../kernel/result/answer.ts';
import { askCancel, cancelUnpaid, estimateCancel, lockDeal, withdrawCancel } from '../after-sales/index.ts';
import { refuseUnsigned } from '../customers/index.ts';
import { confirmReceipt, parcelsOf } from '../fulfilment/index.ts';
import { buyAgain, lockOrder, placeOrders, tellOrderChanged } from '../orders/index.ts';
import { listOrders, readOrder } from './read.ts';

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
        { ...query, pageSize: site.constants.trade.pageSize },
        now,
      ),
    ),

  'order.detail': async ({ db, visitor, params, site, now }) => {
    const order = await readOrder(db, memberOf(visitor).companyId, params.id, { site, now });
    return order ? ok(order) : refuse('notFound', NO_SUCH_ORDER);
  },

  'order.cancelEstimate': async ({ db, visitor, params }) => {
    const estimate = await estimateCancel(db, memberOf(visitor).companyId, params.id);
    return estimate ? ok(estimate) : refuse('notFound', NO_SUCH_ORDER);
  },

  'order.cancel': ({ transaction, visitor, params, body, now }) => {
    const { companyId } = memberOf(visitor);
    return transaction((db) => cancelUnpaid(db, companyId, { id: params.id, reason: body.reason, now }));
  },

  'order.askCancel': ({ transaction, visitor, params, body, now }) =>
    transaction(async (db) => {
      const member = memberOf(visitor);
      const order = await lockDeal(db, params.id, member.companyId);
      if (!order) return refuse('notFound', NO_SUCH_ORDER);
      const refused = await askCancel(db, order, {
        memberId: member.id,
        reason: body.reason,
        now,
        ...(body.refund === undefined ? {} : { shown: toFen(body.refund) }),
      });
      return refused ?? ok({ status: order.status }, '已申请取消，请等待处理');
    }),

  'order.withdrawCancel': ({ transaction, visitor, params, now }) =>
    transaction(async (db) => {
      const order = await lockDeal(db, params.id, memberOf(visitor).companyId);
      if (!order) return refuse('notFound', NO_SUCH_ORDER);
      const refused = await withdrawCancel(db, order, now);
      return refused ?? ok({ status: order.status }, '已撤回，订单照常处理');
    }),

  'order.confirm': ({ transaction, visitor, params, site, now }) =>
    transaction(async (db) => {
      const order = await lockOrder(db, params.id, memberOf(visitor).companyId);
      if (!order) return refuse('notFound', NO_SUCH_ORDER);
      const refused = await confirmReceipt(db, order, { site, now, text: '已确认收货' });
      if (refused) return refused;
      await tellOrderChanged(db, order.company_id);
      return ok({ status: ORDER_STATE.done }, '已确认收货');
    }),

  'order.rebuy': ({ transaction, visitor, params, now }) =>
    transaction((db) => buyAgain(db, memberOf(visitor), params.id, now)),

  'order.logistics': async ({ db, visitor, params }) => {
    const order = await db
      .selectFrom('orders')
      .where('id', '=', params.id)
      .where('company_id', '=', memberOf(visitor).companyId)
      .select(['id', 'no'])
      .executeTakeFirst();
    if (!order) return refuse('notFound', NO_SUCH_ORDER);
    return ok({ ...order, parcels: await parcelsOf(db, order.id) });
  },
});
