import { defineRoutes } from '../../kernel/http/routes.ts';
import { ok } from '../../kernel/result/answer.ts';
import { teamsForStaff } from './queries/teams-for-staff.ts';

export default defineRoutes({
  'ops-promotion.teams': async ({ db, query, site }) =>
    ok(await teamsForStaff(db, { ...query, pageSize: site.constants.trade.pageSize })),
});
