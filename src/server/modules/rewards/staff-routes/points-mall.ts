import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { couponOptions } from '../points-mall/options.ts';
import {
  pointsGoodsForStaff,
  pointsOrdersForStaff,
  savePointsGoods,
  shipPointsOrder,
} from '../points-mall/staff.ts';

export default defineRoutes({
  'ops-points.goods': async ({ db }) =>
    ok({ list: await pointsGoodsForStaff(db), coupons: await couponOptions(db) }),

  'ops-points.save': (request) => request.transaction((db) => savePointsGoods(db, request, request.body)),

  'ops-points.orders': async ({ db, query, site }) =>
    ok(await pointsOrdersForStaff(db, { ...query, pageSize: site.constants.trade.pageSize })),

  'ops-points.ship': (request) =>
    request.transaction((db) => shipPointsOrder(db, request, request.params.id, request.body)),
});
