import { ok } from '../kernel/http/answer.ts';
import { defineRoutes } from '../kernel/http/routes.ts';
import { lotteriesForStaff, saveLottery, savePrize } from '../services/ops/rewards/lotteries.ts';
import { publishLottery } from '../services/ops/rewards/lottery-open.ts';
import { couponOptions } from '../services/ops/rewards/options.ts';
import {
  pointsGoodsForStaff,
  pointsOrdersForStaff,
  savePointsGoods,
  shipPointsOrder,
} from '../services/ops/rewards/points.ts';

export default defineRoutes({
  'ops-lottery.list': async ({ db, now }) =>
    ok({ list: await lotteriesForStaff(db, now), coupons: await couponOptions(db) }),
  'ops-lottery.save': (request) => request.transaction((db) => saveLottery(db, request, request.body)),
  'ops-lottery.publish': (request) =>
    request.transaction((db) => publishLottery(db, request, request.params.id, request.body.published === 1)),
  'ops-lottery.prize': (request) =>
    request.transaction((db) => savePrize(db, request, request.params.lottery, request.body)),
  'ops-points.goods': async ({ db }) =>
    ok({ list: await pointsGoodsForStaff(db), coupons: await couponOptions(db) }),
  'ops-points.save': (request) => request.transaction((db) => savePointsGoods(db, request, request.body)),
  'ops-points.orders': async ({ db, query, site }) =>
    ok(await pointsOrdersForStaff(db, { ...query, pageSize: site.trade.pageSize })),
  'ops-points.ship': (request) =>
    request.transaction((db) => shipPointsOrder(db, request, request.params.id, request.body)),
});
