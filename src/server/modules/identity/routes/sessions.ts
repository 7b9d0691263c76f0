import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { endOwnSession, listOwnSessions } from '../sessions/own.ts';
import { endOtherSessions } from '../sessions/sessions.ts';

export default defineRoutes({
  'session.list': async ({ db, visitor, now }) => ok(await listOwnSessions(db, memberOf(visitor), now)),

  'session.end': ({ transaction, visitor, body }) =>
    transaction(async (db) =>
      (await endOwnSession(db, memberOf(visitor).id, body.id))
        ? ok({ ended: 1 }, '该设备已退出登录')
        : refuse('notFound'),
    ),

  'session.endOthers': ({ transaction, visitor }) =>
    transaction(async (db) => {
      const { id, sessionId } = memberOf(visitor);
      return ok({ ended: await endOtherSessions(db, id, sessionId) }, '其他设备已退出登录');
    }),
});
