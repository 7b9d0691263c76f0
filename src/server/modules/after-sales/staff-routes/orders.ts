import { defineRoutes } from '../../../kernel/http/routes.ts';
import { actOnOrder } from '../cancel/act-on-order.ts';
import { reviewCancelRequest } from '../cancel/request.ts';
import { closeUnsent, reviewOrder } from '../cancel/review.ts';
import { shipShort } from '../cancel/short-shipment.ts';

/** Staff calls that review or close orders or register short shipments: each may refund money (domain §4). */
export default defineRoutes({
  'ops-order.review': (request) => {
    const { params, body, now } = request;
    const accepted = body.accepted === 1;
    const done = { action: accepted ? 'approve' : 'reject', after: { reason: body.reason } } as const;
    return actOnOrder(request, params.id, done, accepted ? '审核通过' : '订单已关闭', (db, order) =>
      reviewOrder(db, order, { accepted, reason: body.reason, now }),
    );
  },

  'ops-order.close': (request) => {
    const { params, body, now } = request;
    const done = { action: 'close', after: { reason: body.reason } } as const;
    return actOnOrder(request, params.id, done, '订单已关闭，款项已退回', (db, order) =>
      closeUnsent(db, order, { reason: body.reason, now }),
    );
  },

  'ops-order.judgeCancel': (request) => {
    const { params, body, now } = request;
    const accepted = body.accepted === 1;
    const done = { action: accepted ? 'approve' : 'reject', after: { reply: body.reply } } as const;
    const message = accepted ? '已取消，款项按原来的付款方式退回' : '已驳回，买家会收到消息';
    return actOnOrder(request, params.id, done, message, (db, order) =>
      reviewCancelRequest(db, order, { accepted, reply: body.reply, now }),
    );
  },

  'ops-order.short': (request) => {
    const { params, body, now, site } = request;
    const shortage = {
      lineId: body.line_id,
      number: body.number,
      at: now,
      receiptDays: site.constants.trade.receiptDays,
    };
    const done = { action: 'short', after: { number: body.number } } as const;
    return actOnOrder(request, params.id, done, '差额已退回', (db, order) => shipShort(db, order, shortage));
  },
});
