import type { Db } from '../../../kernel/db/schema.ts';
import { inTransaction } from '../../../kernel/db/transaction.ts';
import type { GatewayReport } from '../../../kernel/outside/payment-gateways/gateway.ts';
import type { Answer } from '../../../kernel/result/answer.ts';
import { applyReport } from './apply-report.ts';
import { recordIncident } from './incidents.ts';

/**
 * Takes what a gateway reported, in a transaction of its own. Money that was paid and fits no charge, by its amount or
 * its number, changes nothing; staff are told of it, because it lies with the gateway and belongs to somebody.
 */
export async function receiveReport(
  db: Db,
  gatewayName: string,
  report: GatewayReport,
  now: number,
): Promise<Answer<{ ok: boolean }>> {
  const taken = await inTransaction(db, (trx) => applyReport(trx, gatewayName, report, now));
  if (!taken.ok && report.state === 'paid') await recordIncident(db, gatewayName, report, now);
  return taken;
}
