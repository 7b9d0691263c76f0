import { refundOrder } from '#server/modules/after-sales/refunds/refund-order.ts';
import { confirmReceipt } from '#server/modules/fulfilment/commands/confirm-receipt.ts';
import { shipOrder } from '#server/modules/fulfilment/commands/ship.ts';
import { USE_TYPE } from '#server/modules/ledger/ledger.ts';
import { lockOrder } from '#server/modules/orders/commands/end.ts';
import { onRefunded } from '#server/modules/promotions/hooks.ts';
import type { TestApp } from '../../support/app.ts';
import { shopRegistry } from '../../support/registry.ts';

/** Ships a paid order whole and lets it be received. */
export async function completeOrder({ db, clock }: TestApp, id: number): Promise<void> {
  const { site } = await shopRegistry();
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id, null);
    if (!order) throw new Error(`no order ${id}`);
    const sent = { carrier: '顺丰', trackingNo: `SF${id}`, at: clock.now, receiptDays: 15 };
    const refused =
      (await shipOrder(trx, order, sent)) ??
      (await confirmReceipt(trx, { ...order, status: 40 }, { site, now: clock.now, text: '已收货' }));
    if (refused) throw new Error(refused.message);
  });
}

/** Gives money of a completed order back, as a return does. */
export async function refund({ db, clock }: TestApp, id: number, amount: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id, null);
    if (!order) throw new Error(`no order ${id}`);
    const reason = '仅退款';
    await refundOrder(trx, order, { amount, useType: USE_TYPE.returnRefund, reason, at: clock.now });
    await onRefunded(trx, id, clock.now);
  });
}
