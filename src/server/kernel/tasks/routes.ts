import { defineRoutes } from '../http/routes.ts';
import { memberOf } from '../http/visitor.ts';
import { ok, refuse } from '../result/answer.ts';
import { cancelTask, restartTask } from './commands.ts';
import { listTasks, readTask } from './queries.ts';

export default defineRoutes({
  'task.list': async ({ db, visitor, query, site }) =>
    ok(await listTasks(db, memberOf(visitor).id, { ...query, pageSize: site.constants.trade.pageSize })),

  'task.detail': async ({ db, visitor, params, query, site }) => {
    const paging = { ...query, pageSize: site.constants.trade.pageSize };
    const task = await readTask(db, memberOf(visitor).id, params.id, paging);
    return task ? ok(task) : refuse('notFound', { message: '这个任务不存在，或已过保留期' });
  },

  'task.cancel': ({ transaction, visitor, params, now }) =>
    transaction((db) => cancelTask(db, memberOf(visitor).id, params.id, now)),

  'task.restart': ({ transaction, visitor, params, now }) =>
    transaction((db) => restartTask(db, memberOf(visitor).id, params.id, now)),
});
