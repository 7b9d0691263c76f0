import type { OrderToPay, PaymentOptions, SandboxPayment } from '#generated/schemas.ts';
import { toYuan } from '#shop/domain/money.ts';
import { orderAbilities, orderStateText } from '#shop/domain/order-state.ts';
import { prepareQuery } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { GATEWAY_LABELS, type Gateways } from '../../../kernel/outside/payment-gateways/gateway.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import type { SiteTerms } from '../../../kernel/site-terms.ts';
import { balanceOf, creditOf } from '../../ledger/index.ts';
import { amountDue, arePaidAsOne, paymentUrl } from '../../orders/index.ts';
import { methodsFor } from '../rules/methods.ts';
import { latestTransfer } from './transfers.ts';

const paidPage = pageLink('cart_step4');
const creditPage = pageLink('wdqb_zqgl');

/**
 * The amount due for orders and their joint orders, and the payment methods; `null` when the company has no such order.
 * With several orders, the state of the first unpaid one and the earliest deadline are returned.
 */
export async function paymentOptions(
  db: Db,
  companyId: number,
  orderIds: readonly number[],
  { now, gateways, site }: { now: number; gateways: Gateways; site: SiteTerms },
): Promise<PaymentOptions | null> {
  const [leading = 0] = orderIds;
  const [all, balance, credit, transfer] = await Promise.all([
    ordersOfPurchase(db, { companyId, orderIds }),
    balanceOf(db, { wallet: companyId }),
    creditOf(db, companyId, now),
    latestTransfer(db, leading),
  ]);
  const named = all.filter(({ id }) => orderIds.includes(id));
  const orders = all.filter(
    (order) => named.includes(order) || named.some((one) => arePaidAsOne(one, order)),
  );
  const [first] = orders;
  if (!first || named.length !== orderIds.length) return null;
  const waiting = orders.find((order) => payableNow(order, now) > 0) ?? first;
  const due = orders.reduce((sum, order) => sum + payableNow(order, now), 0);
  const hm = orders.some((order) => order.hm);
  const limits = orders.flatMap(({ pay_before }) => (pay_before === null ? [] : [pay_before]));
  return {
    order_id: waiting.id,
    no: orders.map(({ no }) => no).join('、'),
    hm,
    status: waiting.status,
    status_text: orderStateText(waiting.status),
    payable: toYuan(orders.reduce((sum, order) => sum + order.payable_fen, 0)),
    paid: toYuan(orders.reduce((sum, order) => sum + order.paid_fen, 0)),
    due: toYuan(due),
    balance: toYuan(balance),
    methods: methodsFor({ due, balance, credit, hm, offered: gateways.offered }),
    pay_before: limits.length > 0 ? Math.min(...limits) : null,
    joint: orders.filter(({ joint }) => joint).length > 1,
    orders: orders.map((order) => toOrderToPay(order, payableNow(order, now))),
    others: all
      .filter((order) => !orders.includes(order) && payableNow(order, now) > 0)
      .map((order) => toOrderToPay(order, payableNow(order, now))),
    bank: site.constants.trade.bank,
    transfer: waiting.id === leading ? transfer : await latestTransfer(db, waiting.id),
  };
}

type OrderRow = Awaited<ReturnType<typeof ordersOfPurchase>>[number];

/** All orders of the purchases that these orders of a company belong to. */
const ordersOfPurchase = prepareQuery<{ companyId: number; orderIds: readonly number[] }>()(
  (db, { value, isAnyOf }) =>
    db
      .selectFrom('orders')
      .where('company_id', '=', value('companyId'))
      .where('purchase_id', 'in', (eb) =>
        eb.selectFrom('orders as named').where(isAnyOf('named.id', 'orderIds')).select('named.purchase_id'),
      )
      .orderBy('id')
      .select([
        'id',
        'no',
        'status',
        'payable_fen',
        'paid_fen',
        'pay_before',
        'hm',
        'joint',
        'number',
        'kinds',
      ])
      .select('purchase_id'),
);

/** The amount that can be paid for an order now, in fen. */
function payableNow(order: OrderRow, now: number): number {
  return orderAbilities(order.status, order.pay_before, now).canPay ? amountDue(order) : 0;
}

function toOrderToPay(order: OrderRow, due: number): OrderToPay {
  return {
    id: order.id,
    no: order.no,
    status_text: orderStateText(order.status),
    payable: toYuan(order.payable_fen),
    due: toYuan(due),
    number: order.number,
    kinds: order.kinds,
    hm: order.hm,
    pay_url: paymentUrl([order.id], order.hm),
  };
}

/** The joint orders of an order, itself included; empty when it has none. */
export async function jointOrders(
  db: Db,
  order: { id: number; company_id: number; joint: boolean },
  now: number,
): Promise<OrderToPay[]> {
  if (!order.joint) return [];
  const placed = await ordersOfPurchase(db, { companyId: order.company_id, orderIds: [order.id] });
  const own = placed.find(({ id }) => id === order.id);
  const joint = placed.filter((one) => one.joint && one.hm === own?.hm);
  return joint.map((one) => toOrderToPay(one, payableNow(one, now)));
}

/** A payment for the sandbox's payment page; null when the company has none of this number. */
export async function sandboxPayment(db: Db, companyId: number, no: string): Promise<SandboxPayment | null> {
  const row = await db
    .selectFrom('payments')
    .leftJoin('repayments', 'repayments.id', 'payments.repayment_id')
    .where('payments.no', '=', no)
    .where('payments.company_id', '=', companyId)
    .select([
      'payments.id',
      'payments.no',
      'payments.amount_fen',
      'payments.gateway',
      'payments.state',
      'repayments.no as repayment_no',
    ])
    .executeTakeFirst();
  if (!row) return null;
  const orders = await db
    .selectFrom('payment_parts')
    .innerJoin('orders', 'orders.id', 'payment_parts.order_id')
    .where('payment_id', '=', row.id)
    .orderBy('orders.id')
    .select(['orders.id', 'orders.no'])
    .execute();
  return {
    no: row.no,
    order_no: row.repayment_no ?? orders.map((order) => order.no).join('、'),
    amount: toYuan(row.amount_fen),
    gateway: GATEWAY_LABELS[row.gateway],
    state: row.state,
    return_url:
      row.repayment_no === null
        ? paidPage({ order: orders.map(({ id }) => id).join(',') })
        : creditPage({ no: row.repayment_no }),
  };
}
