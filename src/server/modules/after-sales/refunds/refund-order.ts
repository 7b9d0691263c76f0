import { formatFen } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { book, reduceBill, type UseType } from '../../ledger/index.ts';
import { addOrderEvent, type LockedOrder } from '../../orders/index.ts';
import { newDocumentNo } from '../../payments/index.ts';
import { onRefunded } from '../ports.ts';
import { type RefundRoute, refundSourcesOf } from './sources.ts';

/** A refund of a paid order, in fen. */
export interface RefundDetails {
  amount: number;
  useType: UseType;
  /** In words, for the refund and the timeline: `退货退款`. */
  reason: string;
  at: number;
  claimId?: number;
  /** Refund to the gateways and the bank account that paid; only the rest goes to the balance. */
  toSource?: boolean;
}

/** Texts of the refund routes for the timeline. */
const ROUTES: Record<RefundRoute['route'] | 'credit', string> = {
  credit: '冲减账期账单',
  balance: '退回余额',
  source: '将原路退回支付账户',
  bank: '等待退回对公账户',
};

/**
 * Refunds a part of what was paid for an order: first from its open bill, the rest to the balance. An order with ephedrine
 * was paid from a company account and is refunded to one: staff transfer it and confirm that. Run it in a
 * transaction that has locked the order; `orders.refunded_fen` and an invoice that was asked for follow.
 */
export async function refundOrder(db: Db, order: LockedOrder, details: RefundDetails): Promise<void> {
  const { amount, useType, reason, at } = details;
  if (amount === 0) return;
  const memo = `订单 ${order.no} ${reason}`;
  const no = newDocumentNo('R', at);
  const toBill = await reduceBill(db, {
    orderId: order.id,
    companyId: order.company_id,
    amount,
    useType,
    memo,
    at,
    once: `refund:${no}:credit`,
  });
  if (toBill > 0) await writeRefund(db, order, details, { no: `${no}C`, route: 'credit', amount: toBill });
  const routes = await refundRoutes(db, order, amount - toBill, details.toSource === true);
  for (const [index, route] of routes.entries()) {
    await book(db, {
      from: { shop: 'sales' },
      to: route.route === 'balance' ? { wallet: order.company_id } : { shop: 'refunding' },
      amount: route.amount,
      useType,
      memo,
      at,
      orderId: order.id,
    });
    await writeRefund(db, order, details, { ...route, no: index === 0 ? no : `${no}${index}` });
  }
  await db
    .updateTable('orders')
    .set((eb) => ({ refunded_fen: eb('refunded_fen', '+', amount) }))
    .where('id', '=', order.id)
    .execute();
  await onRefunded.call(db, order, amount, at);
}

/** Splits an amount over the refund routes; no part is 0. */
async function refundRoutes(
  db: Db,
  order: LockedOrder,
  amount: number,
  toSource: boolean,
): Promise<RefundRoute[]> {
  if (amount === 0) return [];
  if (order.hm) return [{ route: 'bank', amount }];
  const routes: RefundRoute[] = [];
  let left = amount;
  for (const source of toSource ? await refundSourcesOf(db, order.id) : []) {
    const part = Math.min(left, source.amount);
    if (part > 0) routes.push({ ...source, amount: part });
    left -= part;
  }
  return left > 0 ? [...routes, { route: 'balance', amount: left }] : routes;
}

async function writeRefund(
  db: Db,
  order: LockedOrder,
  { reason, at, claimId }: RefundDetails,
  part: { no: string; route: keyof typeof ROUTES; amount: number; paymentId?: number },
): Promise<void> {
  const waits = part.route === 'bank' || part.route === 'source';
  await db
    .insertInto('refunds')
    .values({
      no: part.no,
      company_id: order.company_id,
      order_id: order.id,
      claim_id: claimId ?? null,
      payment_id: part.paymentId ?? null,
      route: part.route,
      amount_fen: part.amount,
      state: waits ? 'waiting' : 'done',
      reason,
      next_at: part.route === 'source' ? at : null,
      created_at: at,
      done_at: waits ? null : at,
    })
    .execute();
  await addOrderEvent(db, order.id, at, `${reason} ${formatFen(part.amount)}，${ROUTES[part.route]}`);
}
