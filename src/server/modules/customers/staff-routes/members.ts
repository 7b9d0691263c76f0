import { COMPANY_TYPES } from '#shop/domain/company.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { disableMember, enableMember, licenseAddress, saveMember, signOutMember } from '../members/change.ts';
import { listLevels, removeLevel, saveLevel } from '../members/levels.ts';
import { listMembers } from '../members/list.ts';
import { listManagers, removeManager, saveManager } from '../members/managers.ts';

const TYPES = Object.entries(COMPANY_TYPES).map(([value, label]) => ({ value, label }));

/** The back office's side of members, their levels and account managers. */
export default defineRoutes({
  'ops-member.list': async ({ db, query, site, now }) =>
    ok(await listMembers(db, { ...query, pageSize: site.constants.trade.pageSize }, now)),

  'ops-member.choices': async ({ db }) => {
    const levels = await db.selectFrom('member_levels').select(['level', 'name']).orderBy('level').execute();
    const managers = await db.selectFrom('managers').select(['id', 'name']).orderBy('id').execute();
    return ok({
      levels: levels.map(({ level, name }) => ({ value: String(level), label: name })),
      managers: managers.map(({ id, name }) => ({ value: String(id), label: name })),
      types: TYPES,
    });
  },

  'ops-member.save': (request) => request.transaction((db) => saveMember(db, request)),
  'ops-member.disable': (request) => request.transaction((db) => disableMember(db, request)),
  'ops-member.enable': (request) => request.transaction((db) => enableMember(db, request)),
  'ops-member.sign_out': (request) => request.transaction((db) => signOutMember(db, request)),
  'ops-member.license': (request) => request.transaction((db) => licenseAddress(db, request)),

  'ops-level.list': async ({ db }) => ok({ list: await listLevels(db) }),
  'ops-level.save': (request) => request.transaction((db) => saveLevel(db, request)),
  'ops-level.remove': (request) => request.transaction((db) => removeLevel(db, request)),

  'ops-manager.list': async ({ db }) => ok({ list: await listManagers(db) }),
  'ops-manager.save': (request) => request.transaction((db) => saveManager(db, request)),
  'ops-manager.remove': (request) => request.transaction((db) => removeManager(db, request)),
});
