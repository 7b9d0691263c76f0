import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { homeData, partnerLinks } from '../home/home.ts';

export default defineRoutes({
  'global.home': async ({ db, now }) => ok(await homeData(db, now)),
  'global.links': async ({ db, now }) => ok({ list: await partnerLinks(db, now) }),
});
