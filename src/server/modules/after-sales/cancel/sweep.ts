import type { ExpressionBuilder } from 'kysely';
import { DAY } from '#shop/domain/calendar.ts';
import { OPEN_CLAIMS } from '#shop/domain/claim.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Database, Db } from '../../../kernel/db/schema.ts';
import { inTransaction } from '../../../kernel/db/transaction.ts';
import { notifyCompany } from '../../../kernel/notifications/notify-company.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { ok } from '../../../kernel/result/answer.ts';
import type { SiteTerms } from '../../../kernel/site-terms.ts';
import { confirmReceipt } from '../../fulfilment/index.ts';
import { endUnpaid, lockOrder, notifyOrderChanged, openJointOrders } from '../../orders/index.ts';
import { lockPricingGroup } from '../refunds/lock.ts';
import { releaseShippingSupports } from '../refunds/pay-out.ts';

const orderPage = pageLink('order_wddd_info');

/** Number of orders that one run ended. */
export interface SweepResult {
  expired: number;
  received: number;
}

/**
 * Expires orders that were not paid in time, and confirms the receipt of orders shipped long ago. Several processes may
 * run it at once: each order is processed by the one that locks it first.
 */
export async function sweepOrders(db: Db, site: SiteTerms, now: number): Promise<SweepResult> {
  let expired = 0;
  for (let ended = await expireNext(db, now); ended !== null; ended = await expireNext(db, now)) {
    expired += ended;
  }
  let received = 0;
  while (await confirmNext(db, site, now)) received += 1;
  return { expired, received };
}

/** Expires one purchase, in a transaction of its own, so that no lock is held for long. @returns null when none is left */
async function expireNext(db: Db, now: number): Promise<number | null> {
  const due = await overdue(db, now)
    .orderBy('pay_before')
    .orderBy('id')
    .limit(1)
    .select('id')
    .executeTakeFirst();
  if (!due) return null;
  const answer = await inTransaction(db, async (trx) => {
    const order = await lockPricingGroup(trx, due.id, null);
    // Another process may have been faster.
    const still = order && (await overdue(trx, now).where('id', '=', due.id).select('id').executeTakeFirst());
    if (!still) return ok(0);
    const joint = await openJointOrders(trx, order);
    for (const one of joint) {
      const ending = { to: ORDER_STATE.expired, text: '超时未付款，订单已自动取消', at: now };
      const refused = await endUnpaid(trx, one, ending);
      if (refused) return refused;
      const body = `订单 ${one.no} 超过付款期限，已自动取消，商品已释放。`;
      const text = { title: '订单已自动取消', body, url: orderPage({ id: one.id }) };
      await notifyCompany(trx, one.company_id, text, now);
    }
    await releaseShippingSupports(trx, order.id, now);
    await notifyOrderChanged(trx, order.company_id);
    return ok(joint.length);
  });
  return answer.ok ? answer.data : null;
}

/** Orders whose payment deadline has passed; those with a pending transfer wait for staff instead. */
function overdue(db: Db, now: number) {
  return db
    .selectFrom('orders')
    .where('status', 'in', [ORDER_STATE.unpaid, ORDER_STATE.confirming])
    .where('pay_before', '<=', now)
    .where((eb) =>
      eb.not(
        eb.exists(
          awaitingStaff(eb).whereRef('transfer_orders.order_id', '=', 'orders.id').select('transfers.id'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          awaitingStaff(eb)
            .innerJoin('orders as transferred', 'transferred.id', 'transfer_orders.order_id')
            .where('transferred.joint', '=', true)
            .whereRef('transferred.joint', '=', 'orders.joint')
            .whereRef('transferred.purchase_id', '=', 'orders.purchase_id')
            .whereRef('transferred.hm', '=', 'orders.hm')
            .select('transfers.id'),
        ),
      ),
    );
}

const awaitingStaff = (eb: ExpressionBuilder<Database, 'orders'>) =>
  eb
    .selectFrom('transfer_orders')
    .innerJoin('transfers', 'transfers.id', 'transfer_orders.transfer_id')
    .where('transfers.state', '=', 'waiting');

async function confirmNext(db: Db, site: SiteTerms, now: number): Promise<boolean> {
  const answer = await inTransaction(db, async (trx) => {
    const due = await trx
      .selectFrom('orders')
      .where('status', '=', ORDER_STATE.toReceive)
      .where('shipped_at', '<=', now - site.constants.trade.autoReceiveDays * DAY)
      // Open claims are settled first.
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
    await notifyOrderChanged(trx, order.company_id);
    return ok(true);
  });
  return answer.ok && answer.data;
}
