import { formatFen } from '#domain/format.ts';
import { toYuan } from '#domain/money.ts';
import { ORDER_STATE } from '#domain/order-state.ts';
import { type Answer, ok, refuse } from '../../answer.ts';
import type { Db } from '../../db/schema.ts';
import type { Notification } from '../gateways/gateway.ts';
import { openGateway } from '../gateways/open.ts';
import { book, USE_TYPE } from '../money/ledger.ts';
import { type LockedOrder, lockOrder } from '../orders/end.ts';
import { addEvent } from '../orders/events.ts';
import { receive } from './settle.ts';

type PaymentRow = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

/**
 * Takes a gateway's report. It is believed only when its signature and its amount are right; a repeat changes nothing;
 * money that arrives too late, or beyond what is due, goes to the balance. Run it in a transaction.
 */
export async function takeNotification(
  db: Db,
  gatewayName: string,
  notification: Notification,
  now: number,
): Promise<Answer<{ ok: boolean }>> {
  const gateway = await openGateway(db, gatewayName);
  if (!gateway?.verify(notification)) return refuse('forbidden', { message: '签名不正确' });
  const announced = await findPayment(db, notification.no);
  if (!announced || announced.gateway !== gatewayName) return refuse('notFound', { message: '支付单不存在' });
  // The order is locked before its payment, as everywhere.
  const order = await lockOrder(db, announced.order_id, null);
  const payment = await findPayment(db, notification.no, true);
  if (!order || !payment) throw new Error(`payment ${announced.id} without its order`);
  if (notification.amount !== wireAmount(payment.amount_fen)) {
    return refuse('invalid', { message: '金额与支付单不符' });
  }
  if (payment.state === 'paid') return ok({ ok: true });
  if (notification.state === 'closed') await mark(db, payment, 'closed', null);
  else await takeMoney(db, payment, order, now);
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

/** The amount as gateways write it: `12.50`. */
export function wireAmount(fen: number): string {
  return toYuan(fen).toFixed(2);
}

async function takeMoney(db: Db, payment: PaymentRow, order: LockedOrder, now: number): Promise<void> {
  await mark(db, payment, 'paid', now);
  const awaited = order.status === ORDER_STATE.unpaid || order.status === ORDER_STATE.confirming;
  const forOrder = awaited ? Math.min(payment.amount_fen, order.payable_fen - order.paid_fen) : 0;
  const from = { shop: payment.gateway };
  if (forOrder > 0) {
    await receive(db, order, {
      method: payment.gateway,
      from,
      amount: forOrder,
      at: now,
      paymentId: payment.id,
    });
  }
  const surplus = payment.amount_fen - forOrder;
  if (surplus === 0) return;
  await book(db, {
    from,
    to: { wallet: payment.company_id },
    amount: surplus,
    useType: USE_TYPE.orderRefund,
    memo: `订单 ${order.no} 退款`,
    at: now,
    orderId: order.id,
    paymentId: payment.id,
  });
  await addEvent(db, order.id, now, `多付的 ${formatFen(surplus)} 已退回余额`);
}

async function mark(
  db: Db,
  payment: PaymentRow,
  state: 'paid' | 'closed',
  paidAt: number | null,
): Promise<void> {
  await db.updateTable('payments').set({ state, paid_at: paidAt }).where('id', '=', payment.id).execute();
}
