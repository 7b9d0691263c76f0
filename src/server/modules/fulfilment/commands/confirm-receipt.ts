import { CLAIM_KIND, claimKindText, OPEN_CLAIMS } from '#shop/domain/claim.ts';
import { isAllowedTransition, ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Refused, refuse } from '../../../kernel/result/answer.ts';
import type { SiteTerms } from '../../../kernel/site-terms.ts';
import { grantPoints } from '../../ledger/index.ts';
import { addOrderEvent, type LockedOrder } from '../../orders/index.ts';
import { onCompleted as settlePromotions } from '../../promotions/index.ts';
import { grantOrderChances } from '../../rewards/index.ts';
import { onCompleted } from '../ports.ts';

/** Completes an order that has arrived, and gives its points. Run it in a transaction that has locked the order. */
export async function confirmReceipt(
  db: Db,
  order: LockedOrder,
  { site, now, text }: { site: SiteTerms; now: number; text: string },
): Promise<Refused | null> {
  if (!isAllowedTransition(order.status, ORDER_STATE.done)) {
    return refuse('invalid', { message: '订单的状态已变化，不能确认收货' });
  }
  // The refund announced for a return of everything includes shipping: the order ends with that, not by its receipt.
  const returned = await db
    .selectFrom('claims')
    .where('order_id', '=', order.id)
    .where((eb) => eb.or([eb('kind', '=', CLAIM_KIND.refusal), eb('closes', '=', true)]))
    .where('status', 'in', OPEN_CLAIMS)
    .select(['no', 'kind'])
    .executeTakeFirst();
  if (returned) {
    const what = claimKindText(returned.kind);
    return refuse('invalid', { message: `${what} ${returned.no} 正在处理，撤销后才能确认收货` });
  }
  await db
    .updateTable('orders')
    .set({ status: ORDER_STATE.done, done_at: now })
    .where('id', '=', order.id)
    .execute();
  await addOrderEvent(db, order.id, now, text);
  await grantPoints(db, order.id, site, now);
  await settlePromotions(db, order.id, now);
  await onCompleted.call(db, order, now);
  await grantOrderChances(db, order.company_id, now);
  return null;
}
