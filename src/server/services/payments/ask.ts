import { sql } from 'kysely';
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
 * Asks about payments that wait although their buyer may have paid: a notification can be lost. The older a payment, the
 * less often: each pause is half of what it has waited by then. What is answered is taken like a notification, so that a
 * repeat changes nothing, whoever asks.
 * @returns how many were settled
 */
export async function askGateways(db: Db, gateways: Gateways, now: number): Promise<number> {
  let settled = 0;
  for (const { no, gateway: name } of await claimDue(db, now)) {
    const gateway = await gateways.open(db, name);
    const report = await gateway?.query(no).catch(() => null);
    if (!report) continue;
    const taken = await inTransaction(db, (trx) => takeReport(trx, name, report, now));
    if (taken.ok) settled += 1;
  }
  return settled;
}

/** Those to ask about now, marked as asked: no other process asks about them in this round. */
function claimDue(db: Db, now: number) {
  const due = db
    .selectFrom('payments')
    .where('state', '=', 'waiting')
    .where('created_at', '>=', now - LONGEST)
    .where('created_at', '<=', now - PATIENCE)
    .where(sql<boolean>`(asked_at IS NULL OR ${now} - asked_at >= (asked_at - created_at) / 2)`)
    .orderBy(sql`coalesce(asked_at, 0)`)
    .orderBy('id')
    .limit(ROUND)
    .select('id')
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('payments')
    .set({ asked_at: now })
    .where('id', 'in', due)
    .returning(['no', 'gateway'])
    .execute();
}
