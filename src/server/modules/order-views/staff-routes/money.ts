import { claimStateText } from '#shop/domain/claim.ts';
import { receiptStateText } from '#shop/domain/hm-receipt.ts';
import { toFen } from '#shop/domain/money.ts';
import { record } from '../../../kernel/audit/audit.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import {
  endRefund,
  judgeClaim,
  listClaims,
  listRefunds,
  lockClaim,
  lockDeal,
  readClaim,
} from '../../after-sales/index.ts';
import { judgeReceipt, listReceipts } from '../../compliance/index.ts';
import {
  bookBalance,
  checkDay,
  listBalances,
  listBills,
  listChecks,
  listCredit,
  readBalance,
  saveCredit,
} from '../../ledger/index.ts';
import { listIncidents, settleIncident } from '../../payments/index.ts';

const NO_CLAIM = { message: '申请不存在' };

/** What staff do about returns, after-sales, receipts, balances, credit, refunds and the books. */
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
      await lockDeal(db, found.order_id, null);
      const claim = await lockClaim(db, params.id, null);
      if (!claim) return refuse('notFound', NO_CLAIM);
      const refused = await judgeClaim(db, claim, {
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

  'ops-hmdd.list': async ({ db, query, site, now }) =>
    ok(await listReceipts(db, { ...query, companyId: null, pageSize: site.constants.trade.pageSize, now })),

  'ops-hmdd.judge': (request) =>
    request.transaction(async (db) => {
      const { params, body, now } = request;
      const verdict = { accepted: body.accepted === 1, reason: body.reason };
      const judged = await judgeReceipt(db, params.id, verdict, now);
      if ('refused' in judged) return judged.refused;
      await record(db, request, {
        action: verdict.accepted ? 'approve' : 'reject',
        subject: 'receipt',
        id: params.id,
        label: judged.no,
        after: { status: receiptStateText(judged.status), reason: body.reason },
      });
      return ok({ status: judged.status }, receiptStateText(judged.status));
    }),

  'ops-balance.list': async ({ db, query, site }) =>
    ok(await listBalances(db, query, site.constants.trade.pageSize)),

  'ops-balance.log': async ({ db, params, query, site }) => {
    const log = await readBalance(db, params.id, query.page, site.constants.trade.pageSize);
    return log ? ok(log) : refuse('notFound', { message: '企业不存在' });
  },

  'ops-balance.book': (request) =>
    request.transaction((db) => bookBalance(db, request, request.params.id, request.body)),

  'ops-credit.list': async ({ db, query, site, now }) =>
    ok(await listCredit(db, query, site.constants.trade.pageSize, now)),

  'ops-credit.bills': async ({ db, params, query, site, now }) => {
    const bills = await listBills(db, params.id, query.page, site.constants.trade.pageSize, now);
    return bills ? ok(bills) : refuse('notFound', { message: '企业不存在' });
  },

  'ops-credit.save': (request) => request.transaction((db) => saveCredit(db, request, request.body)),

  'ops-refund.list': async ({ db, query, site }) =>
    ok(await listRefunds(db, query, site.constants.trade.pageSize)),

  'ops-refund.paid': (request) =>
    request.transaction((db) =>
      endRefund(db, request, request.params.id, { route: 'bank', reference: request.body.reference }),
    ),

  'ops-refund.toBalance': (request) =>
    request.transaction((db) => endRefund(db, request, request.params.id, { route: 'balance' })),

  'ops-incident.list': async ({ db, query, site }) =>
    ok(await listIncidents(db, query, site.constants.trade.pageSize)),

  'ops-incident.settle': (request) =>
    request.transaction((db) => settleIncident(db, request, request.params.id, request.body.note)),

  'ops-books.list': async ({ db }) => ok({ list: await listChecks(db) }),

  'ops-books.run': async (request) => {
    const breaches = await checkDay(request.db, request.now, { again: true });
    return request.transaction(async (db) => {
      const label = breaches === null || breaches.length === 0 ? '账目相符' : `${breaches.length} 处不符`;
      await record(db, request, { action: 'check', subject: 'books', id: 0, label });
      return ok({ breaches: breaches ?? [] }, label);
    });
  },
});
