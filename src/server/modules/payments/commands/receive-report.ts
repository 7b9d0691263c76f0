import type { Db } from '../../../kernel/db/schema.ts';
import { inTransaction } from '../../../kernel/db/transaction.ts';
import type { GatewayReport } from '../../../kernel/outside/payment-gateways/gateway.ts';
import type { Answer } from '../../../kernel/result/answer.ts';
import { applyReport } from './apply-report.ts';
import { recordIncident } from './incidents.ts';

/**
 * Applies a gateway's report in a transaction of its own. A payment that matches no charge, by its number or amount, is
 * recorded as an incident for staff: the gateway holds money that belongs to somebody.
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
