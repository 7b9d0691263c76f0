import { sql } from 'kysely';
import type { PlannedLine, PlannedOrder } from '#shop/domain/checkout.ts';
import { formatDate } from '#shop/domain/format.ts';
import { isNearExpiry } from '#shop/domain/near-expiry.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import { prepareQuery } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { sendWrite } from '../../../kernel/db/transaction.ts';
import type { LineGoods } from '../../cart/index.ts';
import { type Allocation, reserve } from '../../inventory/index.ts';
import { completeIds, type PurchaseIds } from './ids.ts';

/** The common data of all orders of one purchase. */
export interface Purchase {
  ids: PurchaseIds;
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

/**
 * Reserves the stock of a purchase, and inserts its orders with their lines, as planned, and the batches that are allocated
 * to them, in one statement.
 * @returns their ids, in the order of `orders`
 */
export async function writeOrders(
  db: Db,
  purchase: Purchase,
  orders: readonly OrderToWrite[],
  goods: ReadonlyMap<number, LineGoods>,
  served: ReadonlyMap<number, Allocation[]>,
): Promise<number[]> {
  const { now, nearBefore } = purchase;
  const count = orders.reduce((sum, order) => sum + order.lines.length, 0);
  await reserve(db, [...served.values()].flat());
  const complete = await completeIds(db, purchase.ids, { orders: orders.length, lines: count });
  const { orders: ids, lines: lineIds } = complete;
  const lines = orders.flatMap((order, index) =>
    order.lines.map((line) => ({ line, orderId: ids[index] ?? 0 })),
  );
  const written = lines.map(({ line, orderId }, index) => ({
    line,
    orderId,
    id: lineIds[index] ?? 0,
    parts: allocationOf(line, served),
  }));
  const rows = {
    orders: orders.map((order, index) => orderRow(purchase, order, ids[index] ?? 0)),
    lines: written.map((one) => ({ id: one.id, ...lineRow(one, goods, nearBefore) })),
    parts: written.flatMap(({ id, parts }) =>
      parts.map(({ batch, quantity: number }) => ({ line_id: id, batch_id: batch.id, number })),
    ),
    events: orders.map(({ free }, index) => ({
      order_id: ids[index] ?? 0,
      at: now,
      text: free ? '订单已提交，无需付款' : '订单已提交，等待付款',
    })),
  };
  await sendWrite(db, insertOrders(db, rows));
  return ids.slice(0, orders.length);
}

interface OrderRows {
  orders: ReturnType<typeof orderRow>[];
  lines: (ReturnType<typeof lineRow> & { id: number })[];
  parts: Record<'line_id' | 'batch_id' | 'number', number>[];
  events: { order_id: number; at: number; text: string }[];
}

const insertOrders = prepareQuery<OrderRows>()((db, { rows }) =>
  db
    .with('placed', (query) => query.insertInto('orders').values(rows('orders')).returning('id'))
    .with('frozen', (query) =>
      query
        .insertInto('order_lines')
        .values(
          rows('lines').map((line) => ({
            ...line,
            // Read here and nowhere on the way: what a cart holds is answered to buyers.
            cost_fen: sql<number | null>`(SELECT cost_fen FROM goods WHERE id = ${line.goods_id})`,
          })),
        )
        .returning('id'),
    )
    .with('allocated', (query) => query.insertInto('line_batches').values(rows('parts')).returning('line_id'))
    .insertInto('order_events')
    .values(rows('events')),
);

function allocationOf(line: PlannedLine, served: ReadonlyMap<number, Allocation[]>): Allocation[] {
  const parts = served.get(line.key) ?? [];
  const given = parts.reduce((sum, part) => sum + part.quantity, 0);
  if (given !== line.quantity) throw new Error(`line ${line.lineId} is not served: ${given}`);
  return parts;
}

function orderRow(
  { ids, companyId, kind, address, remark, now, payBefore }: Purchase,
  order: OrderToWrite,
  id: number,
) {
  const { joint, free } = order;
  return {
    id,
    no: orderNo(id, now),
    purchase_id: ids.purchase,
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
    support_fen: order.lines.reduce((sum, line) => sum + (line.isYx ? 0 : line.payable), 0),
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
  };
}

function lineRow(
  { line, orderId, parts }: { line: PlannedLine; orderId: number; parts: readonly Allocation[] },
  goods: ReadonlyMap<number, LineGoods>,
  nearBefore: string,
) {
  const row = goods.get(line.goodsId);
  if (!row) throw new Error(`line ${line.lineId} has no good`);
  return {
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
  };
}

/** An order's number, of date and id: `2611210000000042`. */
function orderNo(id: number, now: number): string {
  const day = formatDate(now).replaceAll('-', '').slice(2);
  return `${day}${String(id).padStart(10, '0')}`;
}
