import { formatFen } from '#shop/domain/format.ts';
import { ORDER_STATE, type OrderState } from '#shop/domain/order-state.ts';
import { prepareQuery } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { sendWrite } from '../../../kernel/db/transaction.ts';
import { type AccountRef, book, USE_TYPE } from '../../ledger/index.ts';
import {
  addOrderEvent,
  amountDue,
  type LockedOrder,
  notifyOrderChanged,
  openJointOrders,
} from '../../orders/index.ts';
import { onPaid } from '../ports.ts';
import { methodText } from '../rules/methods.ts';
import { supersedeCharges } from './superseded-charges.ts';

/** A payment received for an order, in fen. */
export interface IncomingPayment {
  method: string;
  from: AccountRef;
  amount: number;
  at: number;
  paymentId?: number;
  billId?: number;
}

/**
 * Books a payment for an order. Once it and its joint orders are fully paid, they advance: with ephedrine to review, all
 * others to shipping. Partial payments stay booked until the orders are paid or cancelled. The amount must not exceed what
 * is due. Run it in a transaction that has locked these orders.
 * @returns the updated order, except for its state
 */
export async function receivePayment(
  db: Db,
  order: LockedOrder,
  incoming: IncomingPayment,
): Promise<LockedOrder> {
  const { method, from, amount, at, paymentId, billId } = incoming;
  const transfer = {
    from,
    to: { shop: 'sales' } as const,
    amount,
    useType: USE_TYPE.orderPayment,
    memo: `订单 ${order.no} ${methodText(method)}`,
    at,
    orderId: order.id,
    ...(paymentId === undefined ? {} : { paymentId }),
    ...(billId === undefined ? {} : { billId }),
  };
  const paid = order.paid_fen + amount;
  const changed = { paid_fen: paid, pay_methods: [...new Set([...order.pay_methods, method])] };
  const [, updated] = await Promise.all([
    book(db, transfer),
    writePayment(db, { ...order, ...changed }, changed, incoming),
  ]);
  await notifyOrderChanged(db, order.company_id);
  return updated;
}

/** Writes what a payment changes of an order, and lets it advance with its joint orders. @returns the order */
async function writePayment(
  db: Db,
  updated: LockedOrder,
  changed: Pick<LockedOrder, 'paid_fen' | 'pay_methods'>,
  { method, amount, at }: IncomingPayment,
): Promise<LockedOrder> {
  const amounts = db.updateTable('orders').set(changed).where('id', '=', updated.id);
  if (updated.joint || amountDue(updated) > 0) await sendWrite(db, amounts.execute());
  // The row is locked: nobody else has changed an order that is paid alone.
  const joint = updated.joint ? await openJointOrders(db, updated) : [updated];
  const settled = joint.every((one) => amountDue(one) === 0);
  const complete = settled ? '，付款完成' : '';
  await addOrderEvent(db, updated.id, at, `${methodText(method)} ${formatFen(amount)}${complete}`);
  if (settled) {
    for (const one of joint) await advancePaidOrder(db, one, at);
    const others = joint.filter(({ id }) => id !== updated.id);
    for (const { id } of others) await addOrderEvent(db, id, at, '同一次下单的订单已全部付清');
  }
  return updated;
}

async function advancePaidOrder(db: Db, order: LockedOrder, at: number): Promise<void> {
  const status = await stateWhenPaid(db, order, at);
  const { id, paid_fen: paidFen, pay_methods: methods } = order;
  await sendWrite(db, advance(db, { id, status, at, paidFen, methods }));
  await supersedeCharges(db, [order.id], at);
}

const advance = prepareQuery<
  Record<'id' | 'at' | 'paidFen', number> & { status: OrderState; methods: string[] }
>()((db, { value }) =>
  db
    .updateTable('orders')
    .set({
      status: value('status'),
      paid_at: value('at'),
      pay_before: null,
      paid_fen: value('paidFen'),
      pay_methods: value('methods'),
    })
    .where('id', '=', value('id')),
);

/** The state after payment: a seat in a team waits for the team, ephedrine for review; everything else is to be shipped. */
async function stateWhenPaid(db: Db, order: LockedOrder, at: number): Promise<OrderState> {
  const own = (await onPaid.call(db, order, at)).find((state) => state !== null);
  if (own !== undefined) return own;
  return order.hm ? ORDER_STATE.reviewing : ORDER_STATE.toShip;
}
