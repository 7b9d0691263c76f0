import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { adsOf } from '../../content/index.ts';
import { draw } from '../lottery/draw.ts';
import { buyChance, signIn } from '../lottery/earn.ts';
import { currentLottery, lotteryActivity, recordsOf, winners } from '../lottery/read.ts';

export default defineRoutes({
  'draw.simple': async ({ db, visitor, now }) => ok(await currentLottery(db, memberOf(visitor), now)),
  'draw.run': async (request) => {
    const { visitor, query, now } = request;
    const member = memberOf(visitor);
    return request.transaction((db) => draw(db, { id: query.id, member, now }));
  },
  'draw.activity': async ({ db, visitor, params, now }) => {
    const found = await lotteryActivity(db, params.id, visitor, now);
    return found ? ok(found) : refuse('notFound');
  },
  'draw.sign': ({ transaction, params, visitor, now }) =>
    transaction((db) => signIn(db, { id: params.id, companyId: memberOf(visitor).companyId, now })),
  'draw.buy': ({ transaction, params, visitor, now }) =>
    transaction((db) => buyChance(db, { id: params.id, companyId: memberOf(visitor).companyId, now })),
  'draw.winners': async ({ db, query }) => ok(await winners(db, query.id)),
  'draw.record': async ({ db, visitor, query, site }) => {
    const pageSize = site.constants.trade.pageSize;
    const found = await recordsOf(db, memberOf(visitor).companyId, query.page, pageSize);
    return ok({ ...found, page: query.page, page_size: pageSize });
  },
  'draw.ads': async ({ db, now }) => ok(await adsOf(db, 'draw', undefined, now)),
});
