import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { pointsGoods } from '../points-mall/goods.ts';
import { cancelPointsOrder, confirmPointsOrder, pointsOrders } from '../points-mall/orders.ts';
import { redeem } from '../points-mall/redeem.ts';

export default defineRoutes({
  'points.goods': async (request) => ok(await pointsGoods(request, request.query)),
  'points.redeem': (request) =>
    request.transaction((db) => redeem(db, memberOf(request.visitor), request.body, request.now)),
  'points.orders': async ({ db, visitor, query, site }) =>
    ok(
      await pointsOrders(db, memberOf(visitor).companyId, {
        ...query,
        pageSize: site.constants.trade.pageSize,
      }),
    ),
  'points.cancel': (request) =>
    request.transaction((db) =>
      cancelPointsOrder(db, memberOf(request.visitor).companyId, request.params.id, request.now),
    ),
  'points.confirm': (request) =>
    request.transaction((db) =>
      confirmPointsOrder(db, memberOf(request.visitor).companyId, request.params.id, request.now),
    ),
});
