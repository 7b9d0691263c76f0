import { formatFen } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { book, reduceBill, type UseType } from '../../ledger/index.ts';
import { addEvent, type LockedOrder } from '../../orders/index.ts';
import { numberFor } from '../../payments/index.ts';
import { onRefunded } from '../ports.ts';
import { sourcesOf, type Way } from './sources.ts';

/** Money of a paid order that goes back, in fen. */
export interface GivingBack {
  amount: number;
  useType: UseType;
  /** In words, for the refund and the timeline: `退货退款`. */
  reason: string;
  at: number;
  claimId?: number;
  /** Back through the gateways and to the bank account that it came from; the balance only gets what it paid. */
  toSource?: boolean;
}

/** Where money went, in words. */
const ROUTES: Record<Way['route'] | 'credit', string> = {
  credit: '冲减账期账单',
  balance: '退回余额',
  source: '将原路退回支付账户',
  bank: '等待退回对公账户',
};

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
  if (toBill > 0) await writeRefund(db, order, giving, { no: `${no}C`, route: 'credit', amount: toBill });
  const ways = await waysBack(db, order, amount - toBill, giving.toSource === true);
  for (const [index, way] of ways.entries()) {
    await book(db, {
      from: { shop: 'sales' },
      to: way.route === 'balance' ? { wallet: order.company_id } : { shop: 'refunding' },
      amount: way.amount,
      useType,
      memo,
      at,
      orderId: order.id,
    });
    await writeRefund(db, order, giving, { ...way, no: index === 0 ? no : `${no}${index}` });
  }
  await db
    .updateTable('orders')
    .set((eb) => ({ refunded_fen: eb('refunded_fen', '+', amount) }))
    .where('id', '=', order.id)
    .execute();
  await onRefunded.call(db, order, amount, at);
}

/** Which ways an amount takes, none of them empty. */
async function waysBack(db: Db, order: LockedOrder, amount: number, toSource: boolean): Promise<Way[]> {
  if (amount === 0) return [];
  if (order.hm) return [{ route: 'bank', amount }];
  const ways: Way[] = [];
  let left = amount;
  for (const source of toSource ? await sourcesOf(db, order.id) : []) {
    const part = Math.min(left, source.amount);
    if (part > 0) ways.push({ ...source, amount: part });
    left -= part;
  }
  return left > 0 ? [...ways, { route: 'balance', amount: left }] : ways;
}

async function writeRefund(
  db: Db,
  order: LockedOrder,
  { reason, at, claimId }: GivingBack,
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
  await addEvent(db, order.id, at, `${reason} ${formatFen(part.amount)}，${ROUTES[part.route]}`);
}
