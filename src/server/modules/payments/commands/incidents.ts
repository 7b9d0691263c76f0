import { record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type GatewayReport, isGateway } from '../../../kernel/outside/payment-gateways/gateway.ts';
import { publishChange } from '../../../kernel/push/publish.ts';
import { type Answer, ok, refuse } from '../../../kernel/result/answer.ts';

/** Records a payment that matches no charge, for staff; once, however often the gateway repeats it. */
export async function recordIncident(
  db: Db,
  gateway: string,
  report: GatewayReport,
  now: number,
): Promise<void> {
  const payment = await db
    .selectFrom('payments')
    .where('no', '=', report.no)
    .where('gateway', '=', isGateway(gateway) ? gateway : 'alipay')
    .select('id')
    .executeTakeFirst();
  await db
    .insertInto('payment_incidents')
    .values({
      gateway,
      no: report.no,
      payment_id: payment?.id ?? null,
      reported_fen: report.amount,
      trade_no: report.tradeNo,
      first_at: now,
      last_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['gateway', 'no', 'reported_fen'])
        .doUpdateSet((eb) => ({ times: eb('payment_incidents.times', '+', 1), last_at: now })),
    )
    .execute();
  await publishChange(db, ['ops-incident.list', 'ops.summary'], { staff: true });
}

/** Closes an incident with a note of staff. Run it in a transaction. */
export async function settleIncident(
  db: Db,
  request: RequestContext,
  id: number,
  note: string,
): Promise<Answer<{ id: number }>> {
  const settled = await db
    .updateTable('payment_incidents')
    .set({ settled_at: request.now, note })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .returning(['no', 'gateway'])
    .executeTakeFirst();
  if (!settled) return refuse('notFound', { message: '没有待处理的这一笔，请刷新' });
  await record(db, request, {
    action: 'settle',
    subject: 'incident',
    id,
    label: `${settled.gateway} ${settled.no}`,
    after: { note },
  });
  await publishChange(db, ['ops-incident.list', 'ops.summary'], { staff: true });
  return ok({ id }, '已登记');
}
