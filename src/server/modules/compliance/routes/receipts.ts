import { RECEIPT_STATE } from '#shop/domain/hm-receipt.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { listReceipts, submitReceipt } from '../receipts/receipts.ts';

/** Receipts for goods with ephedrine (domain §4). */
export default defineRoutes({
  'hmdd.list': async ({ db, visitor, query, site, now }) => {
    const { companyId } = memberOf(visitor);
    return ok(await listReceipts(db, { ...query, companyId, pageSize: site.constants.trade.pageSize, now }));
  },

  'hmdd.send': ({ transaction, visitor, body, now }) =>
    transaction(async (db) => {
      const refused = await submitReceipt(db, memberOf(visitor).companyId, body, now);
      return refused ?? ok({ status: RECEIPT_STATE.reviewing }, '回执已提交，请等待审核');
    }),
});
