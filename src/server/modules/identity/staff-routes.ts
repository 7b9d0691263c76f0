import { defineRoutes } from '../../kernel/http/routes.ts';
import { memberOf } from '../../kernel/http/visitor.ts';
import { ok } from '../../kernel/result/answer.ts';
import { createStaff, disableStaff, enableStaff, resetFactor } from './staff/change.ts';
import { listStaff } from './staff/list.ts';

export default defineRoutes({
  'ops-staff.list': async ({ db, visitor, now }) =>
    ok({ list: await listStaff(db, { self: memberOf(visitor).id, now }) }),
  'ops-staff.create': (request) => request.transaction((db) => createStaff(db, request)),
  'ops-staff.reset_factor': (request) => request.transaction((db) => resetFactor(db, request)),
  'ops-staff.disable': (request) => request.transaction((db) => disableStaff(db, request)),
  'ops-staff.enable': (request) => request.transaction((db) => enableStaff(db, request)),
});
