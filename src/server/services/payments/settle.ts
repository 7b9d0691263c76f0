import { formatFen } from '#domain/format.ts';
import { ORDER_STATE, type OrderState } from '#domain/order-state.ts';
import type { Db } from '../../db/schema.ts';
import { type AccountRef, book, USE_TYPE } from '../money/ledger.ts';
import type { LockedOrder } from '../orders/end.ts';
import { addEvent } from '../orders/events.ts';
import { tellOrderChanged } from '../orders/inform.ts';
import { joinByPayment } from '../promotions/teams.ts';
import { methodText } from './methods.ts';
import { dropCharges } from './unwanted.ts';

/** Money that arrives for an order, in fen. */
export interface Receipt {
  method: string;
  from: AccountRef;
  amount: number;
  at: number;
  paymentId?: number;
  billId?: number;
}

/**
 * Books money for an order and, once nothing is due any more, sends the order on: one with ephedrine to be reviewed,
 * any other to be shipped. The amount must not exceed what is due. Run it in a transaction that has locked the order.
 * @returns the order as it then stands
 */
export async function receive(db: Db, order: LockedOrder, receipt: Receipt): Promise<LockedOrder> {
  const { method, from, amount, at, paymentId, billId } = receipt;
  await book(db, {
    from,
    to: { shop: 'sales' },
    amount,
    useType: USE_TYPE.orderPayment,
    memo: `订单 ${order.no} ${methodText(method)}`,
    at,
    orderId: order.id,
    ...(paymentId === undefined ? {} : { paymentId }),
    ...(billId === undefined ? {} : { billId }),
  });
  const paid = order.paid_fen + amount;
  const settled = paid === order.payable_fen;
  const changed = {
    paid_fen: paid,
    pay_methods: [...new Set([...order.pay_methods, method])],
    ...(settled ? { status: await stateWhenPaid(db, order, at), paid_at: at, pay_before: null } : {}),
  };
  await db.updateTable('orders').set(changed).where('id', '=', order.id).execute();
  if (settled) await dropCharges(db, [order.id], at);
  await addEvent(
    db,
    order.id,
    at,
    `${methodText(method)} ${formatFen(amount)}${settled ? '，付款完成' : ''}`,
  );
  await tellOrderChanged(db, order.company_id);
  return { ...order, ...changed };
}

/** A place in a team waits for the team, ephedrine for the review; everything else is to be shipped. */
async function stateWhenPaid(db: Db, order: LockedOrder, at: number): Promise<OrderState> {
  if (order.kind === 'group') return joinByPayment(db, order.id, at);
  return order.hm ? ORDER_STATE.reviewing : ORDER_STATE.toShip;
}
