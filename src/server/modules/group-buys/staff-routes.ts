import { ok } from '../../kernel/http/answer.ts';
import { defineRoutes } from '../../kernel/http/routes.ts';
import { teamsForStaff } from './staff.ts';

export default defineRoutes({
  'ops-promotion.teams': async ({ db, query, site }) =>
    ok(await teamsForStaff(db, { ...query, pageSize: site.trade.pageSize })),
});
