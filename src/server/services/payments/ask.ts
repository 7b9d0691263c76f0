import { DAY } from '#domain/calendar.ts';
import type { Db } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Gateways } from '../gateways/gateway.ts';
import { takeReport } from './notify.ts';

/** Seconds after which a notification should have come. */
const PATIENCE = 120;

/** Seconds after which nobody pays any more: Alipay closes an unpaid charge within 15 days at most. */
const LONGEST = 15 * DAY;

/** Payments that are asked about in one round. */
const ROUND = 50;

/**
 * Asks about payments that wait although their buyer may have paid: a notification can be lost. What is answered is
 * taken like a notification, so that a repeat changes nothing, whoever asks.
 * @returns how many were settled
 */
export async function askGateways(db: Db, gateways: Gateways, now: number): Promise<number> {
  const waiting = await db
    .selectFrom('payments')
    .where('state', '=', 'waiting')
    .where('created_at', '>=', now - LONGEST)
    .where('created_at', '<=', now - PATIENCE)
    .orderBy('created_at', 'desc')
    .limit(ROUND)
    .select(['no', 'gateway'])
    .execute();
  let settled = 0;
  for (const { no, gateway: name } of waiting) {
    const gateway = await gateways.open(db, name);
    const report = await gateway?.query(no).catch(() => null);
    if (!report) continue;
    const taken = await inTransaction(db, (trx) => takeReport(trx, name, report, now));
    if (taken.ok) settled += 1;
  }
  return settled;
}
