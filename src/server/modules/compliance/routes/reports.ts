import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { made, ok, refuse } from '../../../kernel/result/answer.ts';
import { enqueueTask, MAX_OPEN_TASKS } from '../../../kernel/tasks/enqueue.ts';
import { findReports, readReports } from '../reports/read.ts';

/** Reports in one archive at most. */
const MAX_ARCHIVED = 500;

export default defineRoutes({
  'report.filter': async ({ db, visitor, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const found = await findReports(db, memberOf(visitor).companyId, query, page_size);
    return ok({ ...found, page: query.page, page_size });
  },

  'report.zip': ({ transaction, visitor, body, now }) =>
    transaction(async (db) => {
      const member = memberOf(visitor);
      const { order_no = '' } = body;
      const found =
        order_no === ''
          ? await readReports(db, [...new Set(body.ids)])
          : (await findReports(db, member.companyId, { order_no, page: 1 }, MAX_ARCHIVED)).list;
      const ids = found.map(({ id }) => id);
      if (ids.length === 0) return refuse('invalid', { message: '没有选中的报告，请重新选择' });
      const title = `打包 ${ids.length} 份药检报告`;
      const task = await enqueueTask(
        db,
        member,
        { kind: 'report-zip', title, input: { ids }, total: ids.length },
        now,
      );
      if (task === null)
        return refuse('invalid', { message: `您已有 ${MAX_OPEN_TASKS} 个任务在处理，请稍后再试` });
      return made({ task }, '正在打包，好了在“我的任务”里下载');
    }),
});
