import type { PurchaseTerms } from '#shop/domain/purchase-terms.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { UnshippedOrder } from '../../cart/index.ts';

/** An earlier order that counted towards a purchase's free shipping, and what is withheld of its refunds for that. Fen. */
export interface Support {
  purchaseId: number;
  orderId: number;
  amount: number;
  withheld: number;
}

/** Writes down what counted towards a purchase's free shipping when it was placed. */
export async function recordSupports(
  db: Db,
  purchaseId: number,
  { cart }: PurchaseTerms,
  unshipped: readonly UnshippedOrder[],
): Promise<void> {
  if (cart.shipping.site.unshipped === 0 || unshipped.length === 0) return;
  await db
    .insertInto('shipping_supports')
    .values(
      unshipped.map(({ orderId, amount }) => ({
        purchase_id: purchaseId,
        order_id: orderId,
        amount_fen: amount,
      })),
    )
    .execute();
}

/** What counted towards the free shipping of these purchases. */
export function supportsOf(db: Db, purchaseIds: readonly number[]): Promise<Support[]> {
  if (purchaseIds.length === 0) return Promise.resolve([]);
  return supports(db).where('purchase_id', 'in', purchaseIds).execute();
}

/** The purchases towards whose free shipping these orders counted, each with one of its orders. */
export function supportedBy(
  db: Db,
  orderIds: readonly number[],
): Promise<(Support & { supportedOrderId: number })[]> {
  if (orderIds.length === 0) return Promise.resolve([]);
  return supports(db)
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('orders')
          .where('hm', '=', false)
          .groupBy('purchase_id')
          .select((order) => ['purchase_id', order.fn.min('id').as('first')])
          .as('supported'),
      (join) => join.onRef('supported.purchase_id', '=', 'shipping_supports.purchase_id'),
    )
    .where('order_id', 'in', orderIds)
    .select('supported.first as supportedOrderId')
    .execute();
}

/**
 * Writes down what is withheld of the refunds of orders for purchases that they supported.
 * @param release only where less is withheld than before
 */
export async function writeSupports(
  db: Db,
  needed: readonly Support[],
  { release = false }: { release?: boolean } = {},
): Promise<void> {
  for (const { purchaseId, orderId, withheld } of needed) {
    await db
      .updateTable('shipping_supports')
      .set({ withheld_fen: withheld })
      .where('purchase_id', '=', purchaseId)
      .where('order_id', '=', orderId)
      .$if(release, (query) => query.where('withheld_fen', '>', withheld))
      .execute();
  }
}

function supports(db: Db) {
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
