import { formatFen } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { book, USE_TYPE } from '../../ledger/index.ts';
import { addOrderEvent } from '../../orders/index.ts';
import type { PaymentsTable } from '../tables.ts';
import { newDocumentNo } from './charge.ts';

/**
 * Refunds money that a gateway received but no order needed: it is booked to the account `refunding` in the same
 * transaction, and `sendRefunds` requests the refund from the gateway until it succeeds.
 */
export async function refundSurplus(
  db: Db,
  payment: { id: number; no: string; company_id: number; gateway: PaymentsTable['gateway'] },
  orderId: number | null,
  amount: number,
  at: number,
): Promise<void> {
  await book(db, {
    from: { shop: payment.gateway },
    to: { shop: 'refunding' },
    amount,
    useType: USE_TYPE.orderRefund,
    memo: `支付单 ${payment.no} 待原路退回`,
    at,
    paymentId: payment.id,
    ...(orderId === null ? {} : { orderId }),
  });
  await db
    .insertInto('refunds')
    .values({
      no: newDocumentNo('R', at),
      company_id: payment.company_id,
      order_id: orderId,
      claim_id: null,
      payment_id: payment.id,
      surplus: true,
      route: 'source',
      amount_fen: amount,
      state: 'waiting',
      reason: '付款到达时订单已不需要',
      next_at: at,
      created_at: at,
      done_at: null,
    })
    .execute();
  if (orderId !== null) await addOrderEvent(db, orderId, at, `多付的 ${formatFen(amount)} 将原路退回`);
}
