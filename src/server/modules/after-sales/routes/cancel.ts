import { toFen } from '#shop/domain/money.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { estimateCancel } from '../cancel/estimate.ts';
import { requestCancellation, withdrawCancelRequest } from '../cancel/request.ts';
import { cancelUnpaid } from '../cancel/unpaid.ts';
import { lockPricingGroup } from '../refunds/lock.ts';

const NO_SUCH_ORDER = { message: '订单不存在' };

/** A buyer's calls to cancel an order (domain §4). Orders are only found for the company that placed them. */
export default defineRoutes({
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
      const order = await lockPricingGroup(db, params.id, member.companyId);
      if (!order) return refuse('notFound', NO_SUCH_ORDER);
      const refused = await requestCancellation(db, order, {
        memberId: member.id,
        reason: body.reason,
        now,
        ...(body.refund === undefined ? {} : { shown: toFen(body.refund) }),
      });
      return refused ?? ok({ status: order.status }, '已申请取消，请等待处理');
    }),

  'order.withdrawCancel': ({ transaction, visitor, params, now }) =>
    transaction(async (db) => {
      const order = await lockPricingGroup(db, params.id, memberOf(visitor).companyId);
      if (!order) return refuse('notFound', NO_SUCH_ORDER);
      const refused = await withdrawCancelRequest(db, order, now);
      return refused ?? ok({ status: order.status }, '已撤回，订单照常处理');
    }),
});
