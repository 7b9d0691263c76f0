import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { applyInvoice } from '../invoices/apply.ts';
import { listInvoiceableOrders } from '../invoices/invoiceable-orders.ts';
import { describeInvoice, invoiceDefaults, listInvoices } from '../invoices/read.ts';

export default defineRoutes({
  'invoice.orders': async ({ db, visitor, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const found = await listInvoiceableOrders(db, memberOf(visitor).companyId, {
      page: query.page,
      pageSize: page_size,
    });
    return ok({ ...found, page: query.page, page_size });
  },

  'invoice.list': async ({ db, visitor, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const { companyId } = memberOf(visitor);
    const { rows, total, counts } = await listInvoices(db, { companyId, ...query, pageSize: page_size });
    return ok({ list: rows.map(describeInvoice), total, counts, page: query.page, page_size });
  },

  'invoice.defaults': async ({ db, visitor }) => ok(await invoiceDefaults(db, memberOf(visitor).companyId)),

  'invoice.create': ({ transaction, visitor, body, now }) =>
    transaction((db) => applyInvoice(db, memberOf(visitor), body, now)),
});
