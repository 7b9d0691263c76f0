import { formatFen } from '#domain/format.ts';
import { ORDER_STATE } from '#domain/order-state.ts';
import type { Db } from '../../db/schema.ts';
import { type AccountRef, book, USE_TYPE } from '../money/ledger.ts';
import type { LockedOrder } from '../orders/end.ts';
import { addEvent } from '../orders/events.ts';
import { methodText } from './methods.ts';

/** Money that arrives for an order, in fen. */
export interface Receipt {
  method: string;
  from: AccountRef;
  amount: number;
  at: number;
  paymentId?: number;
}

/**
 * Books money for an order and, once nothing is due any more, sends the order on to be shipped. The amount must not
 * exceed what is due. Run it in a transaction that has locked the order.
 * @returns whether the order is now paid
 */
export async function receive(db: Db, order: LockedOrder, receipt: Receipt): Promise<boolean> {
  const { method, from, amount, at, paymentId } = receipt;
  await book(db, {
    from,
    to: { shop: 'sales' },
    amount,
    useType: USE_TYPE.orderPayment,
    memo: `订单 ${order.no} ${methodText(method)}`,
    at,
    orderId: order.id,
    ...(paymentId === undefined ? {} : { paymentId }),
  });
  const paid = order.paid_fen + amount;
  const settled = paid === order.payable_fen;
  const methods = order.pay_methods.includes(method) ? order.pay_methods : [...order.pay_methods, method];
  await db
    .updateTable('orders')
    .set({
      paid_fen: paid,
      pay_methods: methods,
      ...(settled ? { status: ORDER_STATE.toShip, paid_at: at, pay_before: null } : {}),
    })
    .where('id', '=', order.id)
    .execute();
  await addEvent(
    db,
    order.id,
    at,
    `${methodText(method)} ${formatFen(amount)}${settled ? '，付款完成' : ''}`,
  );
  return settled;
}
