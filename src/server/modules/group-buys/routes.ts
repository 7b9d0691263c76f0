import { defineRoutes } from '../../kernel/http/routes.ts';
import { memberOf } from '../../kernel/http/visitor.ts';
import { ok } from '../../kernel/result/answer.ts';
import { estimateSeat, joinTeam } from './commands/join.ts';
import { groupBuysAnswer } from './queries/group-buys.ts';

export default defineRoutes({
  'activity.groups': async (request) => ok(await groupBuysAnswer(request, request.query)),

  'activity.joinEstimate': ({ db, visitor, params, body, site, now }) => {
    const input = { promotionId: params.id, number: body.number, addressId: body.address_id };
    return estimateSeat(db, memberOf(visitor), input, { site, now });
  },

  'activity.join': (request) =>
    request.transaction((db) => {
      const { number, address_id } = request.body;
      const input = { promotionId: request.params.id, number, addressId: address_id };
      return joinTeam(db, memberOf(request.visitor), input, request);
    }),
});
