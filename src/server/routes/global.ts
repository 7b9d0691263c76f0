import { ok } from '../answer.ts';
import { defineRoutes } from '../routes.ts';
import { homeData } from '../services/catalogue/home.ts';

export default defineRoutes({
  'global.home': async ({ db, now }) => ok(await homeData(db, now)),
  'global.links': async ({ db }) => {
    const list = await db.selectFrom('links').select(['text', 'url']).orderBy('position').execute();
    return ok({ list });
  },
});
