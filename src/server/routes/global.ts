import { ok } from '../answer.ts';
import { defineRoutes } from '../routes.ts';
import { homeData, partnerLinks } from '../services/catalogue/home.ts';

export default defineRoutes({
  'global.home': async ({ db, now }) => ok(await homeData(db, now)),
  'global.links': async ({ db, now }) => ok({ list: await partnerLinks(db, now) }),
});
