import { sql } from 'kysely';
import type { PlannedOrder } from '#shop/domain/checkout.ts';
import { formatDate } from '#shop/domain/format.ts';
import { isNearExpiry } from '#shop/domain/near-expiry.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { LineGoods } from '../../cart/index.ts';
import type { Allocation } from '../../inventory/index.ts';
import { addOrderEvent } from './events.ts';

/** The common data of all orders of one purchase. */
export interface Purchase {
  id: number;
  companyId: number;
  kind: 'plain' | 'group';
  address: { id: number; name: string; phone: string; region: string; detail: string };
  remark: string;
  now: number;
  payBefore: number;
  /** `YYYY-MM-DD`; batches that expire up to then are sold as near their expiry. */
  nearBefore: string;
}

/** A planned order to be inserted. */
export interface OrderToWrite extends PlannedOrder {
  /** Paid and cancelled as one with the other joint orders of its purchase. */
  joint: boolean;
  /** Nothing is to be paid before it is sent. */
  free: boolean;
}

/** Inserts one order of a purchase with its lines, as planned, and the batches that are allocated to them. */
export async function writeOrder(
  db: Db,
  { id: purchaseId, companyId, kind, address, remark, now, payBefore, nearBefore }: Purchase,
  goods: ReadonlyMap<number, LineGoods>,
  order: OrderToWrite,
  served: ReadonlyMap<number, Allocation[]>,
): Promise<number> {
  const { joint, free } = order;
  const { id, no } = await nextOrderNo(db, now);
  await db
    .insertInto('orders')
    .values({
      id,
      no,
      purchase_id: purchaseId,
      company_id: companyId,
      kind,
      status: free ? ORDER_STATE.toShip : ORDER_STATE.unpaid,
      hm: order.hm,
      joint,
      warehouse_id: order.warehouseId,
      goods_fen: order.goodsAmount,
      manjian_fen: order.manjianReduce,
      coupon_fen: order.couponReduce,
      set_fen: order.setReduce,
      voucher_fen: order.voucherReduce,
      shipping_fen: order.shippingFee,
      payable_fen: order.payable,
      number: order.quantity,
      kinds: order.lines.length,
      address_id: address.id,
      address_name: address.name,
      address_phone: address.phone,
      address_region: address.region,
      address_detail: address.detail,
      remark,
      pay_before: free ? null : payBefore,
      created_at: now,
      paid_at: free ? now : null,
    })
    .execute();
  await writeLines(db, { id, nearBefore }, goods, order, served);
  await addOrderEvent(db, id, now, free ? '订单已提交，无需付款' : '订单已提交，等待付款');
  return id;
}

async function writeLines(
  db: Db,
  { id: orderId, nearBefore }: { id: number; nearBefore: string },
  goods: ReadonlyMap<number, LineGoods>,
  order: PlannedOrder,
  served: ReadonlyMap<number, Allocation[]>,
): Promise<void> {
  for (const line of order.lines) {
    const row = goods.get(line.goodsId);
    const parts = served.get(line.key) ?? [];
    const given = parts.reduce((sum, part) => sum + part.quantity, 0);
    if (!row || given !== line.quantity) throw new Error(`line ${line.lineId} is not served: ${given}`);
    const { id } = await db
      .insertInto('order_lines')
      .values({
        order_id: orderId,
        goods_id: row.goods_id,
        offer_id: line.offerId,
        promotion_id: line.promotionId,
        piece: line.key,
        set_no: line.setNo,
        sets: line.sets,
        gift: line.gift,
        yx: line.isYx,
        near_before: parts.some(({ batch }) => isNearExpiry(batch.expires, nearBefore)) ? nearBefore : null,
        name: row.name,
        maker: row.maker,
        spec: row.spec,
        unit: row.unit,
        number: line.quantity,
        price_fen: line.price,
        amount_fen: line.amount,
        manjian_fen: line.manjianReduce,
        coupon_fen: line.couponReduce,
        set_fen: line.setReduce,
        voucher_fen: line.voucherReduce,
        explanation: JSON.stringify(line.explanation),
        payable_fen: line.payable,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('line_batches')
      .values(parts.map(({ batch, quantity: number }) => ({ line_id: id, batch_id: batch.id, number })))
      .execute();
  }
}

/** The next order's id and its number, of date and id: `2611210000000042`. */
async function nextOrderNo(db: Db, now: number): Promise<{ id: number; no: string }> {
  const { id } = await db
    .selectNoFrom(sql<number>`nextval(pg_get_serial_sequence('orders', 'id'))`.as('id'))
    .executeTakeFirstOrThrow();
  const day = formatDate(now).replaceAll('-', '').slice(2);
  return { id, no: `${day}${String(id).padStart(10, '0')}` };
}
