import { formatFen } from '#domain/format.ts';
import type { Db } from '../../db/schema.ts';
import { reduceInvoice } from '../invoices/after-refund.ts';
import { reduceBill } from '../money/credit.ts';
import { book, type UseType } from '../money/ledger.ts';
import type { LockedOrder } from '../orders/end.ts';
import { addEvent } from '../orders/events.ts';
import { numberFor } from '../payments/charge.ts';

/** Money of a paid order that goes back, in fen. */
export interface GivingBack {
  amount: number;
  useType: UseType;
  /** In words, for the refund and the timeline: `退货退款`. */
  reason: string;
  at: number;
  claimId?: number;
}

/** Where money went, in words. */
const ROUTES = { credit: '冲减账期账单', balance: '退回余额', bank: '等待退回对公账户' } as const;

/**
 * Gives a part of what was paid for an order back: first off its open bill, the rest to the balance. An order with
 * ephedrine was paid from a company account, and is paid back to one: staff transfer it and say so. Run it in a
 * transaction that has locked the order; `orders.refunded_fen` and an invoice that was asked for follow.
 */
export async function giveBack(db: Db, order: LockedOrder, giving: GivingBack): Promise<void> {
  const { amount, useType, reason, at } = giving;
  if (amount === 0) return;
  const memo = `订单 ${order.no} ${reason}`;
  const no = numberFor('R', at);
  const toBill = await reduceBill(db, {
    orderId: order.id,
    companyId: order.company_id,
    amount,
    useType,
    memo,
    at,
    once: `refund:${no}:credit`,
  });
  const rest = amount - toBill;
  const route = order.hm ? 'bank' : 'balance';
  if (toBill > 0) await writeRefund(db, order, giving, { no: `${no}C`, route: 'credit', amount: toBill });
  if (rest > 0) {
    await book(db, {
      from: { shop: 'sales' },
      to: order.hm ? { shop: 'refunding' } : { wallet: order.company_id },
      amount: rest,
      useType,
      memo,
      at,
      orderId: order.id,
    });
    await writeRefund(db, order, giving, { no, route, amount: rest });
  }
  await db
    .updateTable('orders')
    .set((eb) => ({ refunded_fen: eb('refunded_fen', '+', amount) }))
    .where('id', '=', order.id)
    .execute();
  await reduceInvoice(db, order, amount, at);
}

async function writeRefund(
  db: Db,
  order: LockedOrder,
  { reason, at, claimId }: GivingBack,
  part: { no: string; route: keyof typeof ROUTES; amount: number },
): Promise<void> {
  const waits = part.route === 'bank';
  await db
    .insertInto('refunds')
    .values({
      no: part.no,
      company_id: order.company_id,
      order_id: order.id,
      claim_id: claimId ?? null,
      payment_id: null,
      route: part.route,
      amount_fen: part.amount,
      state: waits ? 'waiting' : 'done',
      reason,
      next_at: null,
      created_at: at,
      done_at: waits ? null : at,
    })
    .execute();
  await addEvent(db, order.id, at, `${reason} ${formatFen(part.amount)}，${ROUTES[part.route]}`);
}
