import type { Db } from '../../../kernel/db/schema.ts';
import { sendWrite } from '../../../kernel/db/transaction.ts';

/**
 * Marks the open charges of these orders as superseded (`unwanted_at`): the orders have ended, are paid otherwise, or the
 * buyer has chosen another method. `pollGateways` closes them at their gateways. Lock the orders first.
 * @param keep number of the charge that stays open
 */
export async function supersedeCharges(
  db: Db,
  orderIds: readonly number[],
  at: number,
  keep?: string,
): Promise<void> {
  if (orderIds.length === 0) return;
  const charges = db
    .updateTable('payments')
    .set({ unwanted_at: at })
    .where('state', '=', 'waiting')
    .where('unwanted_at', 'is', null)
    .where('id', 'in', (eb) =>
      eb.selectFrom('payment_parts').where('order_id', 'in', orderIds).select('payment_id'),
    )
    .$if(keep !== undefined, (query) => query.where('no', '<>', keep ?? ''));
  await sendWrite(db, charges.execute());
}

/** Supersedes the charges of other repayments of the bills that a repayment has paid. */
export async function supersedeRepaymentCharges(db: Db, repaymentId: number, at: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ unwanted_at: at })
    .where('state', '=', 'waiting')
    .where('unwanted_at', 'is', null)
    .where('repayment_id', '<>', repaymentId)
    .where('repayment_id', 'in', (eb) =>
      eb
        .selectFrom('repayment_bills')
        .where('bill_id', 'in', (its) =>
          its.selectFrom('repayment_bills').where('repayment_id', '=', repaymentId).select('bill_id'),
        )
        .select('repayment_id'),
    )
    .execute();
}
