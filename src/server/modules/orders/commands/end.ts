import { formatFen } from '#shop/domain/format.ts';
import { isAllowedTransition, type ORDER_STATE } from '#shop/domain/order-state.ts';
import { ofAnyCompany } from '../../../kernel/db/of-company.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Refused, refuse } from '../../../kernel/result/answer.ts';
import { lockOrderStock, releaseReservation } from '../../inventory/index.ts';
import { book, USE_TYPE } from '../../ledger/index.ts';
import { onEnded } from '../../promotions/index.ts';
import { onOrderEnded } from '../ports.ts';
import { addOrderEvent } from './events.ts';

/** The final state of an unpaid order, with the text of its timeline. */
export interface Ending {
  to: typeof ORDER_STATE.cancelled | typeof ORDER_STATE.expired;
  text: string;
  at: number;
}

/**
 * Ends an order that is not paid: stock, units of promotions, coupon and vouchers come back, its open charges are closed,
 * and what was paid in part goes to the balance. Run it in a transaction that has locked the order's row ({@link lockOrder}).
 */
export async function endUnpaid(db: Db, order: LockedOrder, ending: Ending): Promise<Refused | null> {
  if (!isAllowedTransition(order.status, ending.to))
    return refuse('invalid', { message: '订单的状态已变化，不能取消' });
  await lockOrderStock(db, order.id);
  await releaseReservation(db, order.id);
  await db
    .updateTable('orders')
    .set({ status: ending.to, paid_fen: 0, pay_before: null })
    .where('id', '=', order.id)
    .execute();
  await onOrderEnded.call(db, order.id, ending.at);
  await onEnded(db, order.id, ending.at);
  await addOrderEvent(db, order.id, ending.at, ending.text);
  if (order.paid_fen > 0) await refundToBalance(db, order, order.paid_fen, ending.at);
  return null;
}

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

/** Locks an order until the transaction ends. `companyId` null: of any company. */
export function lockOrder(db: Db, id: number, companyId: number | null) {
  return db
    .selectFrom('orders')
    .where('id', '=', id)
    .where(ofAnyCompany('company_id', companyId))
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

async function refundToBalance(db: Db, order: LockedOrder, amount: number, at: number): Promise<void> {
  await book(db, {
    from: { shop: 'sales' },
    to: { wallet: order.company_id },
    amount,
    useType: USE_TYPE.orderRefund,
    memo: `订单 ${order.no} 退款`,
    at,
    orderId: order.id,
  });
  await addOrderEvent(db, order.id, at, `已付的 ${formatFen(amount)} 已退回余额`);
}
