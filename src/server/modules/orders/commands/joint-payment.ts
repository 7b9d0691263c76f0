import type { Db } from '../../../kernel/db/schema.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type LockedOrder, lockOrder } from './end.ts';

const cashierPage = pageLink('cart_step3');
const transferPage = pageLink('cart_hm');

/** The orders that an address names: `12`, or `12,13` for several that are paid together; each once, in order. */
export function parseOrderIds(text: string): number[] {
  return [...new Set(text.split(',').map(Number))].toSorted((a, b) => a - b);
}

/** Where orders are paid: ephedrine by a transfer, all else at the cashier. */
export const paymentUrl = (ids: readonly number[], hm: boolean): string =>
  hm ? transferPage({ order: ids.join(',') }) : cashierPage({ id: ids.join(',') });

/** Locks a company's orders, in the order that everybody keeps; null when one of them is not there. */
export async function lockOrders(
  db: Db,
  ids: readonly number[],
  companyId: number,
): Promise<LockedOrder[] | null> {
  const orders: LockedOrder[] = [];
  for (const id of ids) {
    const order = await lockOrder(db, id, companyId);
    if (!order) return null;
    orders.push(order);
  }
  return orders;
}

/** What is still to be paid for an order, in fen. */
export function amountDue(order: { payable_fen: number; paid_fen: number }): number {
  return order.payable_fen - order.paid_fen;
}
