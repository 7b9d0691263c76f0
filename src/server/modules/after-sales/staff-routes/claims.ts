import { claimStateText } from '#shop/domain/claim.ts';
import { toFen } from '#shop/domain/money.ts';
import { record } from '../../../kernel/audit/audit.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { lockClaim } from '../claims/lock.ts';
import { listClaims, readClaim } from '../claims/read.ts';
import { reviewClaim } from '../claims/steps.ts';
import { lockPricingGroup } from '../refunds/lock.ts';

const NO_CLAIM = { message: '申请不存在' };

/** Staff calls for returns and after-sales (domain §4). */
export default defineRoutes({
  'ops-claim.list': async ({ db, query, site }) =>
    ok(await listClaims(db, { ...query, companyId: null, pageSize: site.constants.trade.pageSize })),

  'ops-claim.detail': async ({ db, params }) => {
    const claim = await readClaim(db, params.id, null);
    return claim ? ok(claim) : refuse('notFound', NO_CLAIM);
  },

  'ops-claim.judge': (request) =>
    request.transaction(async (db) => {
      const { params, body, now, site } = request;
      const found = await db
        .selectFrom('claims')
        .where('id', '=', params.id)
        .select('order_id')
        .executeTakeFirst();
      if (!found) return refuse('notFound', NO_CLAIM);
      await lockPricingGroup(db, found.order_id, null);
      const claim = await lockClaim(db, params.id, null);
      if (!claim) return refuse('notFound', NO_CLAIM);
      const refused = await reviewClaim(db, claim, {
        accepted: body.accepted === 1,
        reply: body.reply,
        parcel: { carrier: body.carrier.trim(), trackingNo: body.tracking_no.trim() },
        papers: { files: body.files ?? [], companyId: memberOf(request.visitor).companyId },
        now,
        pointsPerYuan: site.constants.trade.pointsPerYuan,
        ...(body.amount === undefined ? {} : { amount: toFen(body.amount) }),
      });
      if (refused) return refused;
      const status = (await lockClaim(db, params.id, null))?.status ?? claim.status;
      await record(db, request, {
        action: body.accepted === 1 ? 'approve' : 'reject',
        subject: 'claim',
        id: claim.id,
        label: claim.no,
        before: { status: claimStateText(claim.kind, claim.status) },
        after: { status: claimStateText(claim.kind, status), reply: body.reply },
      });
      return ok({ status }, claimStateText(claim.kind, status));
    }),
});
