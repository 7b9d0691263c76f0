import type { Db } from '../../../kernel/db/schema.ts';

/** An earlier order that counted towards a purchase's free shipping, and what is withheld of its refunds for that. Fen. */
export interface ShippingSupport {
  purchaseId: number;
  orderId: number;
  amount: number;
  withheld: number;
}

/** What counted towards the free shipping of these purchases. */
export function shippingSupportsOf(db: Db, purchaseIds: readonly number[]): Promise<ShippingSupport[]> {
  if (purchaseIds.length === 0) return Promise.resolve([]);
  return shippingSupports(db).where('purchase_id', 'in', purchaseIds).execute();
}

/** The purchases towards whose free shipping these orders counted, each with one of its orders. */
export function purchasesSupportedBy(
  db: Db,
  orderIds: readonly number[],
): Promise<(ShippingSupport & { supportedOrderId: number })[]> {
  if (orderIds.length === 0) return Promise.resolve([]);
  return shippingSupports(db)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('orders')
          .whereRef('orders.purchase_id', '=', 'shipping_supports.purchase_id')
          .where('hm', '=', false)
          .orderBy('id')
          .limit(1)
          .select('id as first')
          .as('supported'),
      (join) => join.onTrue(),
    )
    .where('order_id', 'in', orderIds)
    .select('supported.first as supportedOrderId')
    .execute();
}

function shippingSupports(db: Db) {
  return db
    .selectFrom('shipping_supports')
    .orderBy('shipping_supports.purchase_id')
    .orderBy('shipping_supports.order_id')
    .select([
      'shipping_supports.purchase_id as purchaseId',
      'shipping_supports.order_id as orderId',
      'shipping_supports.amount_fen as amount',
      'shipping_supports.withheld_fen as withheld',
    ]);
}
