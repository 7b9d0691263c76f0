import { ORDER_STATE } from '#domain/order-state.ts';
import type { SiteConfig } from '#generated/schemas.ts';
import { ok } from '../../answer.ts';
import type { Db } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { confirmReceipt } from './confirm.ts';
import { endUnpaid, lockOrder } from './end.ts';

/** What one round of sweeping ended. */
export interface Swept {
  expired: number;
  received: number;
}

/**
 * Ends what time has ended: orders not paid in time, and orders shipped long ago, which count as received. Several
 * processes may sweep at once: each order is taken by the one that locks it first.
 */
export async function sweepOrders(db: Db, site: Pick<SiteConfig, 'trade'>, now: number): Promise<Swept> {
  let expired = 0;
  while (await expireOne(db, now)) expired += 1;
  let received = 0;
  while (await receiveOne(db, site, now)) received += 1;
  return { expired, received };
}

/** One order a transaction: a fault costs that order only, and no lock is held for long. */
async function expireOne(db: Db, now: number): Promise<boolean> {
  const answer = await inTransaction(db, async (trx) => {
    const due = await trx
      .selectFrom('orders')
      .where('status', 'in', [ORDER_STATE.unpaid, ORDER_STATE.confirming])
      .where('pay_before', '<=', now)
      .orderBy('pay_before')
      .limit(1)
      .select('id')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    const order = due && (await lockOrder(trx, due.id, null));
    if (!order) return ok(false);
    const ending = { to: ORDER_STATE.expired, text: '超时未付款，订单已自动取消', at: now };
    return (await endUnpaid(trx, order, ending)) ?? ok(true);
  });
  return answer.ok && answer.data;
}

async function receiveOne(db: Db, site: Pick<SiteConfig, 'trade'>, now: number): Promise<boolean> {
  const answer = await inTransaction(db, async (trx) => {
    const due = await trx
      .selectFrom('orders')
      .where('status', '=', ORDER_STATE.toReceive)
      .where('shipped_at', '<=', now - site.trade.autoReceiveDays * 86_400)
      .orderBy('shipped_at')
      .limit(1)
      .select('id')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    const order = due && (await lockOrder(trx, due.id, null));
    if (!order) return ok(false);
    return (await confirmReceipt(trx, order, { site, now, text: '已自动确认收货' })) ?? ok(true);
  });
  return answer.ok && answer.data;
}
