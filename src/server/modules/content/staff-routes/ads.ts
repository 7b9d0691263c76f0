import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { listAds, listPictures, listSlots, MOTIF_WORDS, moveAd, removeAd, saveAd } from '../ads/staff.ts';

const MOTIFS = Object.entries(MOTIF_WORDS).map(([value, label]) => ({ value, label }));

export default defineRoutes({
  'ops-ad.slots': async ({ db, slots, now }) => ok({ list: await listSlots(db, slots, now) }),

  'ops-ad.list': async ({ db, slots, params, now }) => {
    const slot = (await listSlots(db, slots, now)).find(({ name }) => name === params.slot);
    if (!slot) return refuse('notFound', { message: '没有这个广告位' });
    const list = await listAds(db, slot.name, now);
    return ok({ slot, list, motifs: MOTIFS, pictures: await listPictures(db) });
  },

  'ops-ad.save': (request) =>
    request.transaction((db) => saveAd(db, request, request.params.slot, request.body)),

  'ops-ad.move': (request) =>
    request.transaction((db) =>
      moveAd(db, request, request.params.slot, { id: request.params.id, by: request.body.by }),
    ),

  'ops-ad.remove': (request) =>
    request.transaction((db) => removeAd(db, request, request.params.slot, request.params.id)),
});
