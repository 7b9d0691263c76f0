import { DAY } from '#shop/domain/calendar.ts';
import { formatFen } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { inTransaction } from '../../../kernel/db/transaction.ts';
import { notifyCompany } from '../../../kernel/notifications/notify-company.ts';
import type { Gateways } from '../../../kernel/outside/payment-gateways/gateway.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { book, USE_TYPE } from '../../ledger/index.ts';
import { addOrderEvent, notifyOrderChanged } from '../../orders/index.ts';

const orderPage = pageLink('order_wddd_info');

/** Seconds until a failed refund is retried: doubled each time, up to a day. */
const FIRST_DELAY = 60;
const MAX_DELAY = DAY;

/** Attempts after which the money goes to the balance instead: over two days of a gateway that fails. */
const MAX_ATTEMPTS = 12;

/**
 * Requests the pending refunds from their gateways. Several processes may run it at once: each refund is claimed first,
 * and a gateway pays a refund of the same number only once.
 * @returns the number of completed refunds
 */
export async function sendRefunds(db: Db, gateways: Gateways, now: number): Promise<number> {
  let done = 0;
  for (let refund = await claimDueRefund(db, now); refund; refund = await claimDueRefund(db, now)) {
    const given = refund.tries <= MAX_ATTEMPTS && (await requestRefund(db, gateways, refund));
    if (given) await completeRefund(db, refund.id, 'source', now);
    else if (refund.tries >= MAX_ATTEMPTS) await completeRefund(db, refund.id, 'balance', now);
    if (given || refund.tries >= MAX_ATTEMPTS) done += 1;
  }
  return done;
}

type ClaimedRefund = NonNullable<Awaited<ReturnType<typeof claimDueRefund>>>;

/** Claims the refund that has been due longest and schedules its next attempt, so that no other process takes it. */
async function claimDueRefund(db: Db, now: number) {
  const answer = await inTransaction(db, async (trx) => {
    const due = await trx
      .selectFrom('refunds')
      .where('state', '=', 'waiting')
      .where('route', '=', 'source')
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .limit(1)
      .select(['id', 'tries'])
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return ok(null);
    const delay = Math.min(FIRST_DELAY * 2 ** due.tries, MAX_DELAY);
    await trx
      .updateTable('refunds')
      .set({ tries: due.tries + 1, next_at: now + delay })
      .where('id', '=', due.id)
      .execute();
    const row = await trx
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .where('refunds.id', '=', due.id)
      .select([
        'refunds.id',
        'refunds.no',
        'refunds.tries',
        'refunds.amount_fen',
        'payments.no as payment_no',
        'payments.gateway',
      ])
      .executeTakeFirstOrThrow();
    return ok(row);
  });
  return answer.ok ? answer.data : null;
}

/** Requests a refund from its gateway. @returns whether it is done; false also when the gateway cannot be reached */
async function requestRefund(db: Db, gateways: Gateways, refund: ClaimedRefund): Promise<boolean> {
  const gateway = await gateways.open(db, refund.gateway);
  if (!gateway) return false;
  try {
    return await gateway.refund({ no: refund.no, chargeNo: refund.payment_no, amount: refund.amount_fen });
  } catch {
    return false;
  }
}

async function completeRefund(db: Db, id: number, route: 'source' | 'balance', now: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    const refund = await trx
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .leftJoin('orders', 'orders.id', 'refunds.order_id')
      .where('refunds.id', '=', id)
      .where('refunds.state', '=', 'waiting')
      .select([
        'refunds.company_id',
        'refunds.amount_fen',
        'refunds.order_id',
        'refunds.surplus',
        'refunds.reason',
        'payments.gateway',
        'payments.no',
        'orders.no as order_no',
      ])
      .forUpdate('refunds')
      .executeTakeFirst();
    if (!refund) return ok(null);
    await trx
      .updateTable('refunds')
      .set({ state: 'done', route, done_at: now, next_at: null })
      .where('id', '=', id)
      .execute();
    await book(trx, {
      from: { shop: 'refunding' },
      to: route === 'source' ? { shop: refund.gateway } : { wallet: refund.company_id },
      amount: refund.amount_fen,
      useType: USE_TYPE.orderRefund,
      memo: `支付单 ${refund.no} ${route === 'source' ? '已原路退回' : '退款到余额'}`,
      at: now,
      once: `refund:${id}`,
      ...(refund.order_id === null ? {} : { orderId: refund.order_id }),
    });
    const where = route === 'source' ? '已原路退回' : '已退回余额';
    const what = refund.surplus ? '多付的' : refund.reason;
    const body = `${what} ${formatFen(refund.amount_fen)} ${where}`;
    if (refund.order_id !== null) {
      await addOrderEvent(trx, refund.order_id, now, body);
      const url = orderPage({ id: refund.order_id });
      await notifyCompany(trx, refund.company_id, { title: `订单 ${refund.order_no} 退款`, body, url }, now);
      await notifyOrderChanged(trx, refund.company_id);
    }
    return ok(null);
  });
}
