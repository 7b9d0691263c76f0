import type { Calls } from '#generated/calls.ts';
import type { Payment } from '#generated/schemas.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { ORDER_STATE, orderAbilities } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Gateways, isGateway } from '../../../kernel/outside/payment-gateways/gateway.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Answer, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import type { SiteTerms } from '../../../kernel/site-terms.ts';
import { creditOf, lockAccount, NO_CREDIT, openBill } from '../../ledger/index.ts';
import {
  addOrderEvent,
  amountDue,
  type LockedOrder,
  lockJointOrders,
  notifyOrderChanged,
  paymentUrl,
} from '../../orders/index.ts';
import { methodProblem } from '../rules/methods.ts';
import { openPayment } from './charge.ts';
import { receivePayment } from './settle.ts';
import { supersedeCharges } from './superseded-charges.ts';

const paidPage = pageLink('cart_step4');

interface PaymentInput {
  companyId: number;
  orderIds: readonly number[];
  body: Calls['pay.start']['body'];
}

interface PaymentContext {
  site: SiteTerms;
  now: number;
  gateways: Gateways;
}

/**
 * Starts the payment of orders and their joint orders. Balance and credit pay at once; for a gateway the answer has the URL
 * to redirect to; a transfer waits for staff. With `use_balance` the balance pays first and the other method the rest. Run it in a transaction.
 */
export async function startPayment(
  db: Db,
  { companyId, orderIds, body }: PaymentInput,
  { site, now, gateways }: PaymentContext,
): Promise<Answer<Payment>> {
  // Pipelined, and locked in this order.
  const [found, balance] = await Promise.all([
    lockJointOrders(db, orderIds, companyId),
    lockAccount(db, { wallet: companyId }),
  ]);
  if (!found || found.length === 0) return refuse('notFound', { message: '订单不存在' });
  const ended = found.find((order) => !orderAbilities(order.status, order.pay_before, now).canPay);
  if (ended) return refuse('invalid', { message: endedMessage(ended, found.length) });

  const { method } = body;
  const hm = found.some((order) => order.hm);
  const useBalance = body.use_balance === 1 && method !== 'balance' && !hm;
  const orders = useBalance ? await payFromBalance(db, found, balance, now) : found;
  const due = orders.reduce((sum, order) => sum + amountDue(order), 0);
  if (due === 0) return paid(orders);

  const credit = method === 'credit' ? await creditOf(db, companyId, now, { lock: true }) : NO_CREDIT;
  const reason = methodProblem(method, { due, balance, credit, hm, offered: gateways.offered });
  if (reason !== null) return refuseField('method', reason);
  const open = orders.filter((order) => amountDue(order) > 0);
  const [first] = open;
  if (!first) return paid(orders);
  const ids = orders.map(({ id }) => id);
  if (isGateway(method)) {
    const gateway = await gateways.open(db, method);
    if (!gateway) return refuseField('method', '不支持的付款方式');
    const parts = open.map((order) => ({ orderId: order.id, amount: amountDue(order) }));
    const no = await openPayment(db, { companyId, gateway: method, parts, at: now });
    await supersedeCharges(db, ids, now, no);
    const { redirect } = await gateway.start({
      no,
      subject: `订单 ${open.map((order) => order.no).join('、')}`.slice(0, 120),
      amount: due,
      returnPath: paidPage({ order: ids.join(',') }),
      payBefore: earliestPayBefore(open),
    });
    return ok({ state: 'pending', order_id: first.id, redirect }, '请在收银台完成付款');
  }
  if (method === 'transfer') {
    // Joint orders that are already paid wait with the others.
    for (const order of orders)
      await awaitTransfer(db, order, now + site.constants.trade.transferDays * DAY, now);
    await notifyOrderChanged(db, companyId);
    return ok(
      { state: 'pending', order_id: first.id, redirect: paymentUrl(ids, true) },
      '请完成转账并上传凭证，确认到账后为您发货',
    );
  }
  for (const order of open) {
    if (method === 'credit') await payByCredit(db, order, now, credit.termDays);
    else
      await receivePayment(db, order, {
        method,
        from: { wallet: companyId },
        amount: amountDue(order),
        at: now,
      });
  }
  return paid(orders);
}

/** The earliest payment deadline of these orders; null when none has one. */
function earliestPayBefore(orders: readonly LockedOrder[]): number | null {
  const limits = orders.flatMap(({ pay_before }) => (pay_before === null ? [] : [pay_before]));
  return limits.length === 0 ? null : Math.min(...limits);
}

function paid(orders: readonly LockedOrder[]): Answer<Payment> {
  return ok({ state: 'paid', order_id: orders[0]?.id ?? 0, redirect: null }, '付款成功');
}

function endedMessage(order: LockedOrder, count: number): string {
  const which = count > 1 ? `订单 ${order.no} ` : '订单';
  return order.paid_at === null ? `${which}已失效，请重新下单` : `${which}已付款`;
}

/** Pays the orders from the balance, one after another, as far as it lasts; returns the updated orders. */
async function payFromBalance(
  db: Db,
  orders: readonly LockedOrder[],
  balance: number,
  now: number,
): Promise<LockedOrder[]> {
  let left = balance;
  const after: LockedOrder[] = [];
  for (const order of orders) {
    const amount = Math.min(left, amountDue(order));
    left -= amount;
    const from = { wallet: order.company_id };
    after.push(
      amount === 0 ? order : await receivePayment(db, order, { method: 'balance', from, amount, at: now }),
    );
  }
  return after;
}

async function payByCredit(db: Db, order: LockedOrder, now: number, termDays: number): Promise<void> {
  const amount = amountDue(order);
  const companyId = order.company_id;
  const billId = await openBill(db, {
    companyId,
    orderId: order.id,
    orderNo: order.no,
    amount,
    at: now,
    dueAt: now + termDays * DAY,
  });
  await receivePayment(db, order, { method: 'credit', from: { credit: companyId }, amount, at: now, billId });
}

async function awaitTransfer(db: Db, order: LockedOrder, until: number, now: number): Promise<void> {
  if (order.status === ORDER_STATE.confirming) return;
  await supersedeCharges(db, [order.id], now);
  await db
    .updateTable('orders')
    .set({ status: ORDER_STATE.confirming, pay_before: until })
    .where('id', '=', order.id)
    .execute();
  await addOrderEvent(db, order.id, now, '选择对公转账，等待确认收款');
}
