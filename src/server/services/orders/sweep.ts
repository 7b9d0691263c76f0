import { DAY } from '#domain/calendar.ts';
import { OPEN_CLAIMS } from '#domain/claim.ts';
import { ORDER_STATE } from '#domain/order-state.ts';
import type { SiteConfig } from '#generated/schemas.ts';
import { ok } from '../../answer.ts';
import type { Db } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { confirmReceipt } from './confirm.ts';
import { endUnpaid, lockOrder } from './end.ts';
import { informCompany, tellOrderChanged } from './inform.ts';

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
      // Whoever has sent the bank's slip waits for staff, not for the clock.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('transfer_orders')
              .innerJoin('transfers', 'transfers.id', 'transfer_orders.transfer_id')
              .whereRef('transfer_orders.order_id', '=', 'orders.id')
              .where('transfers.state', '=', 'waiting')
              .select('transfers.id'),
          ),
        ),
      )
      .orderBy('pay_before')
      .limit(1)
      .select('id')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    const order = due && (await lockOrder(trx, due.id, null));
    if (!order) return ok(false);
    const ending = { to: ORDER_STATE.expired, text: '超时未付款，订单已自动取消', at: now };
    const refused = await endUnpaid(trx, order, ending);
    if (refused) return refused;
    const body = `订单 ${order.no} 超过付款期限，已自动取消，商品已释放。`;
    await informCompany(
      trx,
      order.company_id,
      { title: '订单已自动取消', body, url: `/order/info/${order.id}` },
      now,
    );
    await tellOrderChanged(trx, order.company_id);
    return ok(true);
  });
  return answer.ok && answer.data;
}

async function receiveOne(db: Db, site: Pick<SiteConfig, 'trade'>, now: number): Promise<boolean> {
  const answer = await inTransaction(db, async (trx) => {
    const due = await trx
      .selectFrom('orders')
      .where('status', '=', ORDER_STATE.toReceive)
      .where('shipped_at', '<=', now - site.trade.autoReceiveDays * DAY)
      // A return that is under way is settled first.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('claims')
              .whereRef('claims.order_id', '=', 'orders.id')
              .where('claims.status', 'in', OPEN_CLAIMS)
              .select('claims.id'),
          ),
        ),
      )
      .orderBy('shipped_at')
      .limit(1)
      .select('id')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    const order = due && (await lockOrder(trx, due.id, null));
    if (!order) return ok(false);
    const refused = await confirmReceipt(trx, order, { site, now, text: '已自动确认收货' });
    if (refused) return refused;
    await tellOrderChanged(trx, order.company_id);
    return ok(true);
  });
  return answer.ok && answer.data;
}
