import { toYuan } from '#domain/money.ts';
import { orderAbilities, orderStateText } from '#domain/order-state.ts';
import type { PaymentOptions, SandboxPayment } from '#generated/schemas.ts';
import type { Db } from '../../db/schema.ts';
import { GATEWAY_LABELS } from '../gateways/open.ts';
import { creditOf } from '../money/credit.ts';
import { balanceOf } from '../money/ledger.ts';
import { methodsFor } from './methods.ts';

/** What is due for an order, nothing once it has ended, and how it can be paid; `null` when the company has no such order. */
export async function paymentOptions(
  db: Db,
  companyId: number,
  orderId: number,
  now: number,
): Promise<PaymentOptions | null> {
  const order = await db
    .selectFrom('orders')
    .where('company_id', '=', companyId)
    .where('id', '=', orderId)
    .select(['id', 'no', 'status', 'payable_fen', 'paid_fen', 'pay_before', 'hm'])
    .executeTakeFirst();
  if (!order) return null;
  const balance = await balanceOf(db, companyId);
  const credit = await creditOf(db, companyId, now);
  const { canPay } = orderAbilities(order.status, order.pay_before, now);
  const due = canPay ? order.payable_fen - order.paid_fen : 0;
  return {
    order_id: order.id,
    no: order.no,
    status: order.status,
    status_text: orderStateText(order.status),
    payable: toYuan(order.payable_fen),
    paid: toYuan(order.paid_fen),
    due: toYuan(due),
    balance: toYuan(balance),
    methods: methodsFor({ due, balance, credit, hm: order.hm }),
    pay_before: order.pay_before,
  };
}

/** A payment on the sandbox cashier, for the company that it belongs to. */
export async function sandboxPayment(db: Db, companyId: number, no: string): Promise<SandboxPayment | null> {
  const row = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .where('payments.no', '=', no)
    .where('payments.company_id', '=', companyId)
    .select([
      'payments.no',
      'payments.order_id',
      'payments.amount_fen',
      'payments.gateway',
      'payments.state',
      'orders.no as order_no',
    ])
    .executeTakeFirst();
  if (!row) return null;
  return {
    no: row.no,
    order_no: row.order_no,
    amount: toYuan(row.amount_fen),
    gateway: GATEWAY_LABELS[row.gateway],
    state: row.state,
    return_url: `/cart/step4?order=${row.order_id}`,
  };
}
