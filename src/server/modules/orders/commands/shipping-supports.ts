import { sql } from 'kysely';
import type { PurchaseTerms } from '#shop/domain/purchase-terms.ts';
import { prepareQuery } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { sendWrite } from '../../../kernel/db/transaction.ts';
import type { UnshippedOrder } from '../../cart/index.ts';
import type { ShippingSupport } from '../queries/shipping-supports.ts';

/** Records the unshipped orders that counted towards a purchase's free shipping when it was placed. */
export async function recordShippingSupports(
  db: Db,
  purchaseId: number,
  { cart }: PurchaseTerms,
  unshipped: readonly UnshippedOrder[],
): Promise<void> {
  if (cart.shipping.site.unshipped === 0 || unshipped.length === 0) return;
  const orderIds = unshipped.map(({ orderId }) => orderId);
  const amounts = unshipped.map(({ amount }) => amount);
  await sendWrite(db, insertSupports(db, { purchaseId, orderIds, amounts }));
}

const insertSupports = prepareQuery<
  { purchaseId: number } & Record<'orderIds' | 'amounts', readonly number[]>
>()((db, { value }) => {
  const supports = sql<{ order_id: number; amount_fen: number }>`unnest(
    ${value('orderIds')}::integer[], ${value('amounts')}::bigint[])`;
  return db
    .insertInto('shipping_supports')
    .columns(['purchase_id', 'order_id', 'amount_fen'])
    .expression((eb) =>
      eb
        .selectFrom(supports.as<'support'>(sql`support (order_id, amount_fen)`))
        .select([
          sql<number>`${value('purchaseId')}::integer`.as('purchase_id'),
          'support.order_id',
          'support.amount_fen',
        ]),
    );
});

/**
 * Saves what is withheld of the refunds of orders for purchases that they supported.
 * @param release only where less is withheld than before
 */
export async function saveShippingSupports(
  db: Db,
  needed: readonly ShippingSupport[],
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
