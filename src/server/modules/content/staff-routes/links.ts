import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { listLinks, moveLink, removeLink, saveLink } from '../links/staff.ts';

export default defineRoutes({
  'ops-link.list': async ({ db, params }) => ok({ list: await listLinks(db, params.group) }),

  'ops-link.save': (request) =>
    request.transaction((db) => saveLink(db, request, request.params.group, request.body)),

  'ops-link.move': (request) =>
    request.transaction((db) =>
      moveLink(db, request, request.params.group, { id: request.params.id, by: request.body.by }),
    ),

  'ops-link.remove': (request) =>
    request.transaction((db) => removeLink(db, request, request.params.group, request.params.id)),
});
