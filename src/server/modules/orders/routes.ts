import { defineRoutes } from '../../kernel/http/routes.ts';
import { memberOf } from '../../kernel/http/visitor.ts';
import { refuseUnsigned } from '../customers/index.ts';
import { buyAgain, estimateBuyAgain } from './commands/buy-again.ts';
import { placeOrders } from './commands/create.ts';

export default defineRoutes({
  'order.create': (request) =>
    request.transaction(async (db) => {
      const buyer = memberOf(request.visitor);
      return placeOrders(db, buyer, request.body, request, refuseUnsigned(db, buyer));
    }),

  'order.rebuy': ({ transaction, visitor, params, now }) =>
    transaction((db) => buyAgain(db, memberOf(visitor), params.id, now)),

  'order.rebuyEstimate': ({ transaction, visitor, params, now }) =>
    transaction((db) => estimateBuyAgain(db, memberOf(visitor), params.id, now)),
});
