import { ok } from '../../../kernel/http/answer.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { homeData, partnerLinks } from '../home.ts';

export default defineRoutes({
  'global.home': async ({ db, now }) => ok(await homeData(db, now)),
  'global.links': async ({ db, now }) => ok({ list: await partnerLinks(db, now) }),
});
