import { pageLink } from '../../../kernel/pages/page-link.ts';

const cashierPage = pageLink('cart_step3');
const transferPage = pageLink('cart_hm');

/** Parses the order ids of a path: `12`, or `12,13` for a joint payment; distinct and sorted. */
export function parseOrderIds(text: string): number[] {
  return [...new Set(text.split(',').map(Number))].toSorted((a, b) => a - b);
}

/** URL of the page on which orders are paid: ephedrine by a transfer, all others at the cashier. */
export const paymentUrl = (ids: readonly number[], hm: boolean): string =>
  hm ? transferPage({ order: ids.join(',') }) : cashierPage({ id: ids.join(',') });

/** The unpaid amount of an order, in fen. */
export function amountDue(order: { payable_fen: number; paid_fen: number }): number {
  return order.payable_fen - order.paid_fen;
}
