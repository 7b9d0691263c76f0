import type { Promotion } from '#generated/schemas.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { formatDate } from '#shop/domain/format.ts';
import { kindsOfStage } from '#shop/domain/promotions/index.ts';
import { defineRoutes } from '../../kernel/http/routes.ts';
import { memberOf } from '../../kernel/http/visitor.ts';
import { ok, refuse } from '../../kernel/result/answer.ts';
import {
  couponOffers,
  couponsAnswer,
  receiveCoupon,
  rightsCounts,
  vouchersAnswer,
} from '../promotions/index.ts';
import { activityPage, listActivities } from './queries/activities.ts';
import { cashbacksAnswer } from './queries/cashback.ts';
import { promotionsWithProgress } from './queries/promotion-progress.ts';

/** Keeps the daily prices of today and the next two days. */
const nearDays = (list: Promotion[], now: number) =>
  list.filter(({ state, starts_at }) => state !== 'ended' && starts_at < now + 2 * DAY);

/** Promotions for buyers, coupons and vouchers (spec §7, domain §6). */
export default defineRoutes({
  'goods.activities': async (request) => ok({ list: await listActivities(request, request.query) }),

  'goods.activity': async (request) => {
    const activity = await activityPage(request, request.params.key, request.query.kind);
    return activity ? ok(activity) : refuse('notFound', { message: '活动不存在或已下线' });
  },

  'activity.promotions': async (request) => {
    const { kind, id, goods_id: goodsId, most } = request.query;
    return ok({
      list: await promotionsWithProgress(request, { kinds: kind?.split(','), id, goodsId, most }),
    });
  },

  'activity.everyday': async (request) =>
    ok({ list: nearDays(await promotionsWithProgress(request, { kinds: ['daily'] }), request.now) }),

  'activity.cashback': async (request) => ok({ list: await cashbacksAnswer(request) }),

  'activity.tap': async ({ db, body, now }) => {
    const known = await db.selectFrom('promotions').where('id', '=', body.id).select('id').executeTakeFirst();
    if (!known) return refuse('notFound', { message: '活动不存在' });
    await db
      .insertInto('activity_taps')
      .values({ promotion_id: body.id, day: formatDate(now), taps: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['promotion_id', 'day'])
          .doUpdateSet((eb) => ({ taps: eb('activity_taps.taps', '+', 1) })),
      )
      .execute();
    return ok({ ok: true });
  },

  'combination.groups': async (request) =>
    ok({ list: await promotionsWithProgress(request, { kinds: kindsOfStage('exchange') }) }),

  'combination.offers': async (request) =>
    ok({
      list: await promotionsWithProgress(request, { kinds: kindsOfStage('exchange'), id: request.query.id }),
    }),

  'coupon.list': async (request) => ok(await couponOffers(request, request.query.page)),

  'coupon.receive': (request) =>
    request.transaction((db) => receiveCoupon(db, memberOf(request.visitor), request.params.id, request.now)),

  'user.coupon': async ({ db, visitor, query, site, now }) =>
    ok(
      await couponsAnswer(
        db,
        memberOf(visitor).companyId,
        { ...query, pageSize: site.constants.trade.pageSize },
        now,
      ),
    ),

  'user.couponNum': async ({ db, visitor, now }) =>
    ok(await rightsCounts(db, memberOf(visitor).companyId, now)),

  'user.availableCoupon': async ({ db, visitor, query, site, now }) => {
    const filter = { ...query, pageSize: site.constants.trade.pageSize, status: 'unused' as const };
    return ok(await couponsAnswer(db, memberOf(visitor).companyId, filter, now));
  },

  'user.voucher': async ({ db, visitor, query, site, now }) =>
    ok(
      await vouchersAnswer(
        db,
        memberOf(visitor).companyId,
        { ...query, pageSize: site.constants.trade.pageSize },
        now,
      ),
    ),
});
