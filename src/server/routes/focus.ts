import { ok } from '../answer.ts';
import { defineRoutes } from '../routes.ts';
import { adsOf } from '../services/catalogue/ads.ts';

export default defineRoutes({
  'focus.show': async ({ db, params, query, now }) => ok(await adsOf(db, params.name, query.ids, now)),
});
