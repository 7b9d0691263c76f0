import { refundFor } from '#shop/domain/claim.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { notifyCompany } from '../../../kernel/notifications/notify-company.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Refused, refuse } from '../../../kernel/result/answer.ts';
import { updateShippingState } from '../../fulfilment/index.ts';
import { changeAllocation, listOpenPicks, lockOrderStock, releaseUnits } from '../../inventory/index.ts';
import { USE_TYPE } from '../../ledger/index.ts';
import {
  addOrderEvent,
  type LockedOrder,
  lockOrder,
  notifyOrderChanged,
  refuseCancelRequested,
} from '../../orders/index.ts';
import { linesLeft } from '../refunds/lines.ts';
import { refundOrder } from '../refunds/refund-order.ts';
import { closePaid } from './close-paid.ts';

const orderPage = pageLink('order_wddd_info');

/**
 * Registers units that cannot be shipped: their reservation is released and their price refunded (domain §4), with nothing
 * withheld for benefits of other goods, since the shop is the cause. An order of which nothing can be shipped is closed.
 * Run it in a transaction that has locked the order.
 */
export async function shipShort(
  db: Db,
  order: LockedOrder,
  shortage: { lineId: number; number: number; at: number; receiptDays: number },
): Promise<Refused | null> {
  if (order.status !== ORDER_STATE.toShip && order.status !== ORDER_STATE.partlyShipped) {
    return refuse('invalid', { message: '订单的状态已变化，不能登记短装' });
  }
  const refused = await refuseCancelRequested(db, order.id);
  if (refused) return refused;
  const { lineId, number, at } = shortage;
  await lockOrderStock(db, order.id);
  const open = (await listOpenPicks(db, order.id)).filter((pick) => pick.lineId === lineId);
  const line = await db
    .selectFrom('order_lines')
    .where('order_id', '=', order.id)
    .where('id', '=', lineId)
    .select(['name', 'unit'])
    .executeTakeFirst();
  if (!line || open.reduce((sum, pick) => sum + pick.quantity, 0) < number) {
    return refuse('invalid', { message: '短装的数量超过待发的数量' });
  }
  let missing = number;
  // Batches are shipped by expiry: the one that expires last is short first.
  for (const pick of open.toReversed()) {
    const units = Math.min(missing, pick.quantity);
    if (units === 0) break;
    missing -= units;
    await releaseUnits(db, pick.batchId, units);
    await changeAllocation(db, lineId, pick.batchId, -units);
  }
  const left = (await linesLeft(db, [order.id])).find(({ id }) => id === lineId);
  const amount = left ? refundFor(left, number) : 0;
  await db
    .updateTable('order_lines')
    .set((eb) => ({ short: eb('short', '+', number), refunded_fen: eb('refunded_fen', '+', amount) }))
    .where('id', '=', lineId)
    .execute();
  await addOrderEvent(db, order.id, at, `${line.name} 缺货 ${number} ${line.unit}，差额退回`);
  await refundOrder(db, order, { amount, useType: USE_TYPE.shortageRefund, reason: '少货退款', at });
  const nothingSent = order.status === ORDER_STATE.toShip && (await listOpenPicks(db, order.id)).length === 0;
  const now = (await lockOrder(db, order.id, null)) ?? order;
  if (nothingSent) await closePaid(db, now, { text: '商品全部缺货，订单已关闭', at, byShop: true });
  else await updateShippingState(db, now, shortage);
  await notifyCompany(
    db,
    order.company_id,
    {
      title: `订单 ${order.no} 有商品缺货`,
      body: `${line.name} 缺货 ${number} ${line.unit}，差额已按原价退回。`,
      url: orderPage({ id: order.id }),
    },
    at,
  );
  await notifyOrderChanged(db, order.company_id);
  return null;
}
