import { isAllowedTransition, ORDER_STATE, orderStateText } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { notifyCompany } from '../../../kernel/notifications/notify-company.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Refused, refuse } from '../../../kernel/result/answer.ts';
import { type BatchPick, listOpenPicks, lockOrderStock, shipUnits } from '../../inventory/index.ts';
import {
  addOrderEvent,
  type LockedOrder,
  notifyOrderChanged,
  refuseCancelRequested,
} from '../../orders/index.ts';
import { onShipped } from '../ports.ts';
import { addParcelEvent } from './add-parcel-event.ts';

const orderPage = pageLink('order_wddd_info');

/** A shipment; without `picks`, everything of the order that is still to be shipped. */
export interface Shipment {
  carrier: string;
  trackingNo: string;
  picks?: readonly BatchPick[];
  at: number;
  receiptDays: number;
}

/**
 * Ships a parcel: its reserved units leave the stock, and the order becomes shipped or partly shipped. Run it in a
 * transaction that has locked the order.
 */
export async function shipOrder(db: Db, order: LockedOrder, shipment: Shipment): Promise<Refused | null> {
  if (order.status !== ORDER_STATE.toShip && order.status !== ORDER_STATE.partlyShipped) {
    return refuse('invalid', { message: `订单是“${orderStateText(order.status, order.kind)}”，不能发货` });
  }
  const refused = await refuseCancelRequested(db, order.id);
  if (refused) return refused;
  await lockOrderStock(db, order.id);
  const open = await listOpenPicks(db, order.id);
  const picks = mergePicks(shipment.picks ?? open);
  if (picks.length === 0) return refuse('invalid', { message: '请填写这次发出的数量' });
  for (const pick of picks) {
    const held = open.find(({ lineId, batchId }) => lineId === pick.lineId && batchId === pick.batchId);
    if (!held || held.quantity < pick.quantity) {
      return refuse('invalid', { message: '发出的数量超过这个批号待发的数量，请刷新后重试' });
    }
  }
  const { at, carrier, trackingNo } = shipment;
  const { id: parcelId } = await db
    .insertInto('parcels')
    .values({ order_id: order.id, carrier, tracking_no: trackingNo, shipped_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addParcelEvent(db, parcelId, { at, text: `${carrier} 已揽收，单号 ${trackingNo}` });
  for (const pick of picks) await shipPick(db, parcelId, pick);
  await updateShippingState(db, order, shipment);
  await addOrderEvent(db, order.id, at, `商品已发货：${carrier} ${trackingNo}`);
  await notifyCompany(
    db,
    order.company_id,
    {
      title: `订单 ${order.no} 已发货`,
      body: `${carrier}，运单号 ${trackingNo}。收到后请核对批号与数量。`,
      url: orderPage({ id: order.id }),
    },
    at,
  );
  await notifyOrderChanged(db, order.company_id);
  return null;
}

/** Merges picks of the same line and batch. */
function mergePicks(picks: readonly BatchPick[]): BatchPick[] {
  const groups = Map.groupBy(picks, ({ lineId, batchId }) => `${lineId}-${batchId}`);
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first ? [{ ...first, quantity: rest.reduce((sum, { quantity }) => sum + quantity, first.quantity) }] : [],
  );
}

/** Sets the state of an order by what is still to be shipped: shipped when nothing is, else partly shipped. */
export async function updateShippingState(
  db: Db,
  order: LockedOrder,
  { at, receiptDays }: { at: number; receiptDays: number },
): Promise<void> {
  const open = await listOpenPicks(db, order.id);
  const sent = await db
    .selectFrom('parcels')
    .where('order_id', '=', order.id)
    .select('id')
    .executeTakeFirst();
  if (!sent) return;
  const to = open.length === 0 ? ORDER_STATE.toReceive : ORDER_STATE.partlyShipped;
  await onShipped.call(db, order, { at, receiptDays });
  if (order.status === to || !isAllowedTransition(order.status, to)) return;
  await db
    .updateTable('orders')
    .set({ status: to, ...(to === ORDER_STATE.toReceive ? { shipped_at: at } : {}) })
    .where('id', '=', order.id)
    .execute();
}

async function shipPick(db: Db, parcelId: number, { lineId, batchId, quantity }: BatchPick): Promise<void> {
  await shipUnits(db, batchId, quantity);
  await db
    .insertInto('parcel_lines')
    .values({ parcel_id: parcelId, line_id: lineId, batch_id: batchId, number: quantity })
    .execute();
  await db
    .updateTable('line_batches')
    .set((eb) => ({ shipped: eb('shipped', '+', quantity) }))
    .where('line_id', '=', lineId)
    .where('batch_id', '=', batchId)
    .execute();
  await db
    .updateTable('order_lines')
    .set((eb) => ({ shipped: eb('shipped', '+', quantity) }))
    .where('id', '=', lineId)
    .execute();
}
