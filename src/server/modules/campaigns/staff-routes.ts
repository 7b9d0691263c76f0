import { defineRoutes } from '../../kernel/http/routes.ts';
import { ok } from '../../kernel/result/answer.ts';
import { removeActivity, saveActivity } from './commands/activities.ts';
import { activitiesForStaff } from './queries/activities-for-staff.ts';

export default defineRoutes({
  'ops-activity.list': async ({ db, now }) => ok({ list: await activitiesForStaff(db, now) }),

  'ops-activity.save': (request) => request.transaction((db) => saveActivity(db, request, request.body)),

  'ops-activity.remove': (request) =>
    request.transaction((db) => removeActivity(db, request, request.params.id)),
});
