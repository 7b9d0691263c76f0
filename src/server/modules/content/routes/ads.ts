import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { adsOf, allAds, brandAds } from '../ads/read.ts';

export default defineRoutes({
  'focus.show': async ({ db, params, query, now }) => ok(await adsOf(db, params.name, query.ids, now)),
  'focus.all': async ({ db, now }) => ok(await allAds(db, now)),
  'focus.brand': async ({ db, params, now }) => ok(await brandAds(db, params.id, now)),
});
