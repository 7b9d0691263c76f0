import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { issueCoupon, issueVouchers } from '../coupons/issue.ts';
import { saveCoupon } from '../coupons/save.ts';
import { couponsForStaff, heldForStaff, revokeCoupon, withdrawCoupon } from '../coupons/staff.ts';

/** Coupons and vouchers in the back office. Every change is recorded in the audit log. */
export default defineRoutes({
  'ops-coupon.list': async ({ db, query, site, now }) =>
    ok(await couponsForStaff(db, { ...query, pageSize: site.constants.trade.pageSize }, now)),

  'ops-coupon.save': (request) => request.transaction((db) => saveCoupon(db, request, request.body)),

  'ops-coupon.withdraw': (request) =>
    request.transaction((db) => withdrawCoupon(db, request, request.params.id, request.body.withdrawn === 1)),

  'ops-coupon.issue': (request) =>
    request.transaction((db) => issueCoupon(db, request, request.params.id, request.body.usernames)),

  'ops-coupon.held': async ({ db, params, query, site, now }) => {
    const held = await heldForStaff(
      db,
      params.id,
      { ...query, pageSize: site.constants.trade.pageSize },
      now,
    );
    return held ? ok(held) : refuse('notFound');
  },

  'ops-coupon.revoke': (request) => request.transaction((db) => revokeCoupon(db, request, request.params.id)),

  'ops-voucher.issue': (request) => request.transaction((db) => issueVouchers(db, request, request.body)),
});
