import { record } from '../../kernel/audit/audit.ts';
import { defineRoutes } from '../../kernel/http/routes.ts';
import { memberOf } from '../../kernel/http/visitor.ts';
import { made, ok, refuse } from '../../kernel/result/answer.ts';
import { enqueueTask, MAX_OPEN_TASKS } from '../../kernel/tasks/enqueue.ts';
import { listViews, removeView, saveView } from './commands/views.ts';
import { dashboard } from './queries/dashboard.ts';
import { EXPORTS, type ExportInput } from './queries/exports.ts';
import { readMember } from './queries/member-detail.ts';
import { searchAll } from './queries/search/search.ts';
import { trends } from './queries/trends.ts';
import type { TableExportInput } from './tables-task.ts';

const TOO_MANY = `您已有 ${MAX_OPEN_TASKS} 个任务在处理，请稍后再试`;

export default defineRoutes({
  'ops.summary': async ({ db, now }) => ok(await dashboard(db, now)),

  'ops.trends': async ({ db, query, now }) => ok(await trends(db, Number(query.days), now)),

  'ops.search': async ({ db, query, now }) => ok(await searchAll(db, query.keywords, now)),

  'ops-export.start': (request) =>
    request.transaction(async (db) => {
      const { body, now } = request;
      const { what, from = '', until = '' } = body;
      const period = from === '' && until === '' ? '' : `（${from} 至 ${until}）`;
      const input: ExportInput = { what, from, until };
      const newTask = { kind: 'export', title: `导出${EXPORTS[what].name}${period}`, input };
      const task = await enqueueTask(db, memberOf(request.visitor), newTask, now);
      if (task === null) return refuse('invalid', { message: TOO_MANY });
      await record(db, request, { action: 'create', subject: 'export', id: task, label: newTask.title });
      return made({ task }, '已开始导出，好了在下面下载');
    }),

  'ops-export.table': (request) =>
    request.transaction(async (db) => {
      const { body, now, visitor, pageTables } = request;
      const label = pageTables.label(body.table, visitor);
      if (label === null) return refuse('notFound', { message: '没有这张表' });
      const input: TableExportInput = body;
      const newTask = { kind: 'table-export', title: `导出${label}`, input };
      const task = await enqueueTask(db, memberOf(visitor), newTask, now);
      if (task === null) return refuse('invalid', { message: TOO_MANY });
      const event = { action: 'create', subject: 'export', id: task, label: newTask.title } as const;
      await record(db, request, { ...event, after: { filters: body.search, format: body.format } });
      return made({ task }, '已开始导出');
    }),

  'ops-view.list': async ({ db, visitor, query }) =>
    ok({ list: await listViews(db, memberOf(visitor).id, query.table) }),

  'ops-view.save': (request) =>
    request.transaction((db) => saveView(db, memberOf(request.visitor).id, request.body, request.now)),

  'ops-view.remove': (request) =>
    request.transaction((db) => removeView(db, memberOf(request.visitor).id, request.params.id)),

  'ops-member.detail': async ({ db, params, now }) => {
    const member = await readMember(db, params.id, now);
    return member ? ok(member) : refuse('notFound', { message: '没有这位会员' });
  },
});
