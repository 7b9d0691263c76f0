import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { brandsForStaff, moveBrand, saveBrand } from '../brands/staff.ts';

export default defineRoutes({
  'ops-brand.list': async ({ db }) => ok({ list: await brandsForStaff(db) }),

  'ops-brand.save': (request) => request.transaction((db) => saveBrand(db, request, request.body)),

  'ops-brand.move': (request) =>
    request.transaction((db) => moveBrand(db, request, request.params.id, request.body.by)),
});
