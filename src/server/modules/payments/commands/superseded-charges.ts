import { prepareQuery } from '../../../kernel/db/prepared-query.ts';
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
  await sendWrite(db, supersede(db, { orderIds, at, ...(keep !== undefined && { keep }) }));
}

const supersede = prepareQuery<{ orderIds: readonly number[]; at: number; keep?: string }>()(
  (db, { value, isAnyOf, has }) =>
    db
      .updateTable('payments')
      .set({ unwanted_at: value('at') })
      .where('state', '=', 'waiting')
      .where('unwanted_at', 'is', null)
      .where('id', 'in', (eb) =>
        eb.selectFrom('payment_parts').where(isAnyOf('order_id', 'orderIds')).select('payment_id'),
      )
      .$if(has('keep'), (query) => query.where('no', '<>', value('keep'))),
);

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
