import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { made, ok, refuse } from '../../../kernel/result/answer.ts';
import { MOST_OPEN, startTask } from '../../../kernel/tasks/start.ts';
import { findReports, readReports } from '../../compliance/index.ts';
import { KIND_OPTIONS, pageOfFeedback, sendFeedback } from '../feedback.ts';
import { applyInvoice } from '../invoices/apply.ts';
import { pageOfOpen } from '../invoices/orders.ts';
import { describeInvoice, invoiceDefaults, pageOfInvoices } from '../invoices/read.ts';
import { closeWanted, pageOfWanted, readWanted, wantGoods } from '../wanted.ts';

/** Reports that one archive may hold. */
const MOST_PACKED = 500;

export default defineRoutes({
  'user.buy_list': async ({ db, visitor, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const { companyId } = memberOf(visitor);
    const found = await pageOfWanted(db, { companyId, ...query, pageSize: page_size });
    return ok({ ...found, list: found.list.map(({ wanted }) => wanted), page: query.page, page_size });
  },

  'user.buy': ({ transaction, visitor, body, now }) =>
    transaction((db) => wantGoods(db, memberOf(visitor), body, now)),

  'user.buy_info': async ({ db, visitor, params }) => {
    const wanted = await readWanted(db, memberOf(visitor).companyId, params.id);
    return wanted ? ok(wanted.wanted) : refuse('notFound', { message: '没有这条求购' });
  },

  'user.buy_close': ({ transaction, visitor, params }) =>
    transaction((db) => closeWanted(db, memberOf(visitor).companyId, params.id)),

  'user.feedback': ({ transaction, visitor, body, now }) =>
    transaction((db) => sendFeedback(db, memberOf(visitor), body, now)),

  'user.feedback_list': async ({ db, visitor, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const { companyId } = memberOf(visitor);
    const { list, total } = await pageOfFeedback(db, { companyId, page: query.page, pageSize: page_size });
    const own = list.map(({ feedback }) => feedback);
    return ok({ list: own, total, page: query.page, page_size, kinds: KIND_OPTIONS });
  },

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
          : (await findReports(db, member.companyId, { order_no, page: 1 }, MOST_PACKED)).list;
      const ids = found.map(({ id }) => id);
      if (ids.length === 0) return refuse('invalid', { message: '没有选中的报告，请重新选择' });
      const title = `打包 ${ids.length} 份药检报告`;
      const task = await startTask(
        db,
        member,
        { kind: 'report-zip', title, input: { ids }, total: ids.length },
        now,
      );
      if (task === null)
        return refuse('invalid', { message: `您已有 ${MOST_OPEN} 个任务在处理，请稍后再试` });
      return made({ task }, '正在打包，好了在“我的任务”里下载');
    }),

  'invoice.orders': async ({ db, visitor, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const found = await pageOfOpen(db, memberOf(visitor).companyId, {
      page: query.page,
      pageSize: page_size,
    });
    return ok({ ...found, page: query.page, page_size });
  },

  'invoice.list': async ({ db, visitor, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const { companyId } = memberOf(visitor);
    const { rows, total, counts } = await pageOfInvoices(db, { companyId, ...query, pageSize: page_size });
    return ok({ list: rows.map(describeInvoice), total, counts, page: query.page, page_size });
  },

  'invoice.defaults': async ({ db, visitor }) => ok(await invoiceDefaults(db, memberOf(visitor).companyId)),

  'invoice.create': ({ transaction, visitor, body, now }) =>
    transaction((db) => applyInvoice(db, memberOf(visitor), body, now)),
});
