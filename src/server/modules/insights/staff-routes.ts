import { readLog, record } from '../../kernel/audit/audit.ts';
import { SUBJECTS } from '../../kernel/audit/labels.ts';
import { defineRoutes } from '../../kernel/http/routes.ts';
import { memberOf } from '../../kernel/http/visitor.ts';
import { made, ok, refuse } from '../../kernel/result/answer.ts';
import { MOST_OPEN, startTask } from '../../kernel/tasks/start.ts';
import { dashboard } from './dashboard.ts';
import { EXPORTS, type ExportWish } from './exports.ts';
import { readMember } from './member-detail.ts';

const SUBJECT_OPTIONS = Object.entries(SUBJECTS).map(([value, label]) => ({ value, label }));

export default defineRoutes({
  'ops.summary': async ({ db, now }) => ok(await dashboard(db, now)),

  'ops.log': async ({ db, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const found = await readLog(db, { ...query, pageSize: page_size });
    return ok({ ...found, page: query.page, page_size, subjects: SUBJECT_OPTIONS });
  },

  'ops-export.start': (request) =>
    request.transaction(async (db) => {
      const { body, now } = request;
      const { what, from = '', until = '' } = body;
      const period = from === '' && until === '' ? '' : `（${from} 至 ${until}）`;
      const input: ExportWish = { what, from, until };
      const wish = { kind: 'export', title: `导出${EXPORTS[what].name}${period}`, input };
      const task = await startTask(db, memberOf(request.visitor), wish, now);
      if (task === null)
        return refuse('invalid', { message: `您已有 ${MOST_OPEN} 个任务在处理，请稍后再试` });
      await record(db, request, { action: 'create', subject: 'export', id: task, label: wish.title });
      return made({ task }, '已开始导出，好了在下面下载');
    }),

  'ops-member.detail': async ({ db, params, now }) => {
    const member = await readMember(db, params.id, now);
    return member ? ok(member) : refuse('notFound', { message: '没有这位会员' });
  },
});
