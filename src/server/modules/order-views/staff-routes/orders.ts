import { toFen } from '#shop/domain/money.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { closeUnsent, judgeCancel, reviewOrder, shipShort } from '../../after-sales/index.ts';
import { addParcelEvent, shipOrder } from '../../fulfilment/index.ts';
import { lockStockOf, type Pick, repick } from '../../inventory/index.ts';
import { tellOrderChanged } from '../../orders/index.ts';
import { judgeTransfer } from '../../payments/index.ts';
import { actOnOrder } from '../staff/act.ts';
import { listAllOrders } from '../staff/list.ts';
import { readAnyOrder } from '../staff/read.ts';

/** What staff do about orders (domain §4). */
export default defineRoutes({
  'ops-order.list': async ({ db, query, site }) =>
    ok(await listAllOrders(db, query, site.constants.trade.pageSize)),

  'ops-order.detail': async ({ db, params, now }) => {
    const order = await readAnyOrder(db, params.id, now);
    return order ? ok(order) : refuse('notFound', { message: '订单不存在' });
  },

  'ops-order.confirmTransfer': (request) => {
    const { params, body, now } = request;
    const accepted = body.accepted === 1;
    const done = { action: accepted ? 'approve' : 'reject', after: { reason: body.reason } } as const;
    return actOnOrder(request, params.id, done, accepted ? '已确认到账' : '已驳回', (db) =>
      judgeTransfer(db, params.id, {
        accepted,
        reason: body.reason,
        now,
        ...(body.amount === undefined ? {} : { amount: toFen(body.amount) }),
      }),
    );
  },

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
      judgeCancel(db, order, { accepted, reply: body.reply, now }),
    );
  },

  'ops-order.repick': async (request) => {
    const { params, body, now } = request;
    const done = { action: 'pick', after: { ...body } } as const;
    const answer = await actOnOrder(request, params.id, done, '批号已更换', async (db, order) => {
      await lockStockOf(db, order.id);
      const line = await db
        .selectFrom('order_lines')
        .where('id', '=', body.line_id)
        .where('order_id', '=', order.id)
        .select(['id', 'goods_id'])
        .executeTakeFirst();
      if (!line || order.status < 10 || order.status > 35) {
        return refuse('invalid', { message: '订单的状态已变化，不能换批号' });
      }
      const parts = body.parts.map(({ id, number }) => ({ batchId: id, number }));
      const target = { id: line.id, goodsId: line.goods_id, warehouseId: order.warehouse_id };
      if (await repick(db, target, parts, now)) return null;
      return refuse('invalid', { message: '批号的数量要与待发数量相同，且库存足够' });
    });
    return answer.ok ? ok({ line_id: body.line_id }, answer.message) : answer;
  },

  'ops-order.ship': (request) => {
    const { params, body, now, site } = request;
    const { carrier, tracking_no: trackingNo } = body;
    const picks = body.picks?.map(toPick);
    const shipment = { carrier, trackingNo, at: now, receiptDays: site.constants.trade.receiptDays };
    const done = { action: 'ship', after: { carrier, tracking_no: trackingNo } } as const;
    return actOnOrder(request, params.id, done, '已发货', (db, order) =>
      shipOrder(db, order, picks === undefined ? shipment : { ...shipment, picks }),
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

  'ops-order.track': (request) => {
    const { params, body, now } = request;
    const done = { action: 'track', after: { text: body.text } } as const;
    return actOnOrder(request, params.id, done, '已记录', async (db, order) => {
      const parcel = await db
        .selectFrom('parcels')
        .where('id', '=', body.parcel_id)
        .where('order_id', '=', order.id)
        .select('id')
        .executeTakeFirst();
      if (!parcel) return refuse('notFound', { message: '包裹不存在' });
      await addParcelEvent(db, parcel.id, { at: now, text: body.text, signed: body.signed === 1 });
      await tellOrderChanged(db, order.company_id);
      return null;
    });
  },
});

/** `12-34`: line and batch together, as `ops-order.detail` names them. */
function toPick({ id, number }: { id: string; number: number }): Pick {
  const [lineId = 0, batchId = 0] = id.split('-').map(Number);
  return { lineId, batchId, number };
}
