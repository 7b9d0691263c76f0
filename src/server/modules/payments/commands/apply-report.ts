import { toYuan } from '#shop/domain/money.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { GatewayReport } from '../../../kernel/outside/payment-gateways/gateway.ts';
import { type Answer, ok, refuse } from '../../../kernel/result/answer.ts';
import { amountDue, lockOrder } from '../../orders/index.ts';
import { refundSurplus } from './refund-surplus.ts';
import { settleRepayment } from './repay.ts';
import { receivePayment } from './settle.ts';

type PaymentRow = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

/**
 * Applies a verified report of a gateway. Idempotent; a wrong amount is refused; money that arrives too late, or beyond
 * what is due, is refunded. Run it in a transaction.
 */
export async function applyReport(
  db: Db,
  gatewayName: string,
  report: GatewayReport,
  now: number,
): Promise<Answer<{ ok: boolean }>> {
  const found = await findPayment(db, report.no);
  if (!found || found.gateway !== gatewayName) return refuse('notFound', { message: '支付单不存在' });
  // Orders are locked before their payment, as in all transactions.
  const parts = await partsOf(db, found.id);
  for (const { order_id } of parts) await lockOrder(db, order_id, null);
  const payment = await findPayment(db, report.no, true);
  if (!payment) throw new Error(`payment ${found.id} is gone`);
  if (report.amount !== payment.amount_fen) return refuse('invalid', { message: '金额与支付单不符' });
  if (payment.state === 'paid') return ok({ ok: true });
  if (report.state === 'closed') {
    await db.updateTable('payments').set({ state: 'closed' }).where('id', '=', payment.id).execute();
    return ok({ ok: true });
  }
  await db
    .updateTable('payments')
    .set({ state: 'paid', paid_at: now, trade_no: report.tradeNo })
    .where('id', '=', payment.id)
    .execute();
  const used =
    payment.repayment_id === null
      ? await payOrders(db, payment, parts, now)
      : await settleRepayment(db, payment.repayment_id, {
          from: { shop: payment.gateway },
          paymentId: payment.id,
          at: now,
        });
  const surplus = payment.amount_fen - used;
  if (surplus > 0) await refundSurplus(db, payment, parts[0]?.order_id ?? null, surplus, now);
  return ok({ ok: true });
}

/** A payment by its number; with `lock`, until the transaction ends. */
export function findPayment(db: Db, no: string, lock = false) {
  return db
    .selectFrom('payments')
    .where('no', '=', no)
    .selectAll()
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** An amount in the format of gateways: `12.50`. */
export function gatewayAmount(fen: number): string {
  return toYuan(fen).toFixed(2);
}

function partsOf(db: Db, paymentId: number) {
  return db
    .selectFrom('payment_parts')
    .where('payment_id', '=', paymentId)
    .orderBy('order_id')
    .select(['order_id', 'amount_fen'])
    .execute();
}

/** Pays the orders of a payment, as far as they are unpaid. @returns the amount used, in fen */
async function payOrders(
  db: Db,
  payment: PaymentRow,
  parts: readonly { order_id: number; amount_fen: number }[],
  now: number,
): Promise<number> {
  let used = 0;
  for (const part of parts) {
    const order = await lockOrder(db, part.order_id, null);
    const isPayable = order?.status === ORDER_STATE.unpaid || order?.status === ORDER_STATE.confirming;
    const amount = order && isPayable ? Math.min(part.amount_fen, amountDue(order)) : 0;
    if (!order || amount === 0) continue;
    await receivePayment(db, order, {
      method: payment.gateway,
      from: { shop: payment.gateway },
      amount,
      at: now,
      paymentId: payment.id,
    });
    used += amount;
  }
  return used;
}
