import { receiptStateText } from '#shop/domain/hm-receipt.ts';
import { record } from '../../../kernel/audit/audit.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { listReceipts, reviewReceipt } from '../receipts/receipts.ts';

/** Staff calls for receipts of goods with ephedrine (domain §4). */
export default defineRoutes({
  'ops-hmdd.list': async ({ db, query, site, now }) =>
    ok(await listReceipts(db, { ...query, companyId: null, pageSize: site.constants.trade.pageSize, now })),

  'ops-hmdd.judge': (request) =>
    request.transaction(async (db) => {
      const { params, body, now } = request;
      const decision = { accepted: body.accepted === 1, reason: body.reason };
      const judged = await reviewReceipt(db, params.id, decision, now);
      if ('refused' in judged) return judged.refused;
      await record(db, request, {
        action: decision.accepted ? 'approve' : 'reject',
        subject: 'receipt',
        id: params.id,
        label: judged.no,
        after: { status: receiptStateText(judged.status), reason: body.reason },
      });
      return ok({ status: judged.status }, receiptStateText(judged.status));
    }),
});
