import { sql } from 'kysely';
import { DAY } from '#shop/domain/calendar.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Gateway, GatewayReport, Gateways } from '../../../kernel/outside/payment-gateways/gateway.ts';
import { receiveReport } from './receive-report.ts';

/** Seconds after which a payment is polled: its notification should have arrived by then. */
const POLL_AFTER = 120;

/** Seconds after which a payment is polled no more: Alipay closes an unpaid charge within 15 days at most. */
const POLL_UNTIL = 15 * DAY;

/** Payments polled in one run. */
const BATCH_SIZE = 50;

/**
 * Polls the gateways for open payments, since notifications can be lost. The older a payment, the less often it is polled:
 * each interval is half of its age. A superseded charge is polled at once, and closed at its gateway unless it was paid.
 * The result is applied like a notification and is therefore idempotent.
 * @returns the number of payments that were settled
 */
export async function pollGateways(db: Db, gateways: Gateways, now: number): Promise<number> {
  let settled = 0;
  for (const payment of await claimDuePayments(db, now)) {
    const gateway = await gateways.open(db, payment.gateway);
    const report = gateway && (await stateAtGateway(gateway, payment));
    if (!report) continue;
    const taken = await receiveReport(db, payment.gateway, report, now);
    if (taken.ok) settled += 1;
  }
  return settled;
}

interface DuePayment {
  no: string;
  amount_fen: number;
  unwanted_at: number | null;
}

/** Queries a charge at its gateway, and closes it there if it is superseded; null while it is open or the gateway fails. */
async function stateAtGateway(
  gateway: Gateway,
  { no, amount_fen, unwanted_at }: DuePayment,
): Promise<GatewayReport | null> {
  try {
    const report = await gateway.query(no);
    if (report || unwanted_at === null) return report;
    const closed = await gateway.close(no);
    return closed ? { no, amount: amount_fen, state: 'closed', tradeNo: null } : null;
  } catch {
    return null;
  }
}

/** Claims the payments to poll now, so that no other process polls them in this run. */
function claimDuePayments(db: Db, now: number) {
  const due = db
    .selectFrom('payments')
    .where('state', '=', 'waiting')
    .where('created_at', '>=', now - POLL_UNTIL)
    .where((eb) => eb.or([eb('created_at', '<=', now - POLL_AFTER), eb('unwanted_at', 'is not', null)]))
    .where(
      sql<boolean>`(asked_at IS NULL OR unwanted_at > asked_at OR ${now} - asked_at >= (asked_at - created_at) / 2)`,
    )
    .orderBy(sql`unwanted_at IS NULL`)
    .orderBy(sql`coalesce(asked_at, 0)`)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .select('id')
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('payments')
    .set({ asked_at: now })
    .where('id', 'in', due)
    .returning(['no', 'gateway', 'amount_fen', 'unwanted_at'])
    .execute();
}
