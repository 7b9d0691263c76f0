import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { describeInvoice, invoicedOrders, listInvoices } from '../invoices/read.ts';
import { endInvoice, issueInvoice, redInvoice } from '../invoices/staff.ts';

export default defineRoutes({
  'ops-invoice.list': async ({ db, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const { rows, total, counts } = await listInvoices(db, {
      companyId: null,
      ...query,
      over: query.over === 1,
      pageSize: page_size,
    });
    const list = rows.map((row) => ({
      ...describeInvoice(row),
      company: row.company,
      address: row.address,
      bank: row.bank,
    }));
    return ok({ list, total, counts, page: query.page, page_size });
  },

  'ops-invoice.orders': async ({ db, params }) => {
    const orders = await invoicedOrders(db, params.id);
    return orders ? ok(orders) : refuse('notFound', { message: '没有这张申请' });
  },

  'ops-invoice.issue': (request) =>
    request.transaction((db) => issueInvoice(db, request, request.params.id, request.body)),

  'ops-invoice.end': (request) =>
    request.transaction((db) => endInvoice(db, request, request.params.id, request.body)),

  'ops-invoice.red': (request) =>
    request.transaction((db) => redInvoice(db, request, request.params.id, request.body.number)),
});
