import { toFen } from '#shop/domain/money.ts';
import { reservesStock } from '#shop/domain/order-state.ts';
import { record } from '../../kernel/audit/audit.ts';
import { undoableChanges } from '../../kernel/bulk/bulk.ts';
import { defineRoutes } from '../../kernel/http/routes.ts';
import { memberOf } from '../../kernel/http/visitor.ts';
import { ok, refuse } from '../../kernel/result/answer.ts';
import { actOnOrder } from '../after-sales/index.ts';
import { addParcelEvent, shipOrder } from '../fulfilment/index.ts';
import { type BatchPick, lockOrderStock, replacePicks } from '../inventory/index.ts';
import { notifyOrderChanged } from '../orders/index.ts';
import { reviewTransfer } from '../payments/index.ts';
import { changeOrders, ORDER_BULK, previewOrders, undoOrders } from './bulk/run.ts';
import { readAnyOrder } from './queries/order-for-staff.ts';
import { listAllOrders } from './queries/orders-for-staff.ts';
import { pickingList, tickPicked, warehouseOf } from './queries/picking.ts';

/**
 * Orders for staff, and their actions on orders to be shipped. An action locks the order with all on which its refund
 * depends; only after-sales knows these, so the commands of earlier modules are called from here.
 */
export default defineRoutes({
  'ops-order.list': async ({ db, query, site }) =>
    ok(await listAllOrders(db, query, site.constants.trade.pageSize)),

  'ops-order.detail': async ({ db, params, now }) => {
    const order = await readAnyOrder(db, params.id, now);
    return order ? ok(order) : refuse('notFound', { message: '订单不存在' });
  },

  'ops-order.bulkPreview': (request) => previewOrders(request, request.body),

  'ops-order.bulk': (request) => changeOrders(request, request.body),

  'ops-order.recentBulk': async (request) =>
    ok({ list: await undoableChanges(request.db, request, ORDER_BULK) }),

  'ops-order.undoBulk': (request) => undoOrders(request, request.params.id),

  'ops-picking.list': async ({ db, query, now }) => ok(await pickingList(db, query, now)),

  'ops-picking.tick': (request) =>
    request.transaction(async (db) => {
      const { body, now, visitor } = request;
      const picked = body.picked === 1;
      const ticked = await tickPicked(db, memberOf(visitor), { ...body, picked }, now);
      if (ticked === 0) return refuse('invalid', { message: '这些货已不在拣货单里' });
      const { id, label } = await warehouseOf(db, body, now);
      const after = { picked, number: ticked };
      await record(db, request, { action: 'tick', subject: 'picking', id, label, after });
      return ok({ ticked }, picked ? `${ticked} 行已拣` : `${ticked} 行改回待拣`);
    }),

  'ops-order.confirmTransfer': (request) => {
    const { params, body, now } = request;
    const accepted = body.accepted === 1;
    const done = { action: accepted ? 'approve' : 'reject', after: { reason: body.reason } } as const;
    return actOnOrder(request, params.id, done, accepted ? '已确认到账' : '已驳回', (db) =>
      reviewTransfer(db, params.id, {
        accepted,
        reason: body.reason,
        now,
        ...(body.amount === undefined ? {} : { amount: toFen(body.amount) }),
      }),
    );
  },

  'ops-order.repick': async (request) => {
    const { params, body, now } = request;
    const done = { action: 'pick', after: { ...body } } as const;
    const answer = await actOnOrder(request, params.id, done, '批号已更换', async (db, order) => {
      await lockOrderStock(db, order.id);
      const line = await db
        .selectFrom('order_lines')
        .where('id', '=', body.line_id)
        .where('order_id', '=', order.id)
        .select(['id', 'goods_id'])
        .executeTakeFirst();
      if (!line || !reservesStock(order.status)) {
        return refuse('invalid', { message: '订单的状态已变化，不能换批号' });
      }
      const parts = body.parts.map(({ id, number }) => ({ batchId: id, quantity: number }));
      const target = { id: line.id, goodsId: line.goods_id, warehouseId: order.warehouse_id };
      if (await replacePicks(db, target, parts, now)) return null;
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
      await notifyOrderChanged(db, order.company_id);
      return null;
    });
  },
});

/** `12-34`: line and batch together, as `ops-order.detail` names them. */
function toPick({ id, number }: { id: string; number: number }): BatchPick {
  const [lineId = 0, batchId = 0] = id.split('-').map(Number);
  return { lineId, batchId, quantity: number };
}
