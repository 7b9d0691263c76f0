import { formatYuan } from '#shop/domain/format.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { listBatches, removeReport, saveReport } from '../../compliance/index.ts';
import { answerFeedback, answerWanted } from '../answers.ts';
import { pageOfFeedback } from '../feedback.ts';
import { describeInvoice, pageOfInvoices } from '../invoices/read.ts';
import { endInvoice, issueInvoice, redInvoice } from '../invoices/staff.ts';
import { readDocument } from '../statements/order-document.ts';
import { pageOfWanted } from '../wanted.ts';

const FEEDBACK_TABS = [
  { value: '', label: '全部' },
  { value: 'open', label: '待回复' },
  { value: 'answered', label: '已回复' },
];

export default defineRoutes({
  'ops-invoice.list': async ({ db, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const { rows, total, counts } = await pageOfInvoices(db, {
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

  'ops-invoice.issue': (request) =>
    request.transaction((db) => issueInvoice(db, request, request.params.id, request.body)),

  'ops-invoice.end': (request) =>
    request.transaction((db) => endInvoice(db, request, request.params.id, request.body)),

  'ops-invoice.red': (request) =>
    request.transaction((db) => redInvoice(db, request, request.params.id, request.body.number)),

  'ops-report.list': async ({ db, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    return ok({ ...(await listBatches(db, { ...query, pageSize: page_size })), page: query.page, page_size });
  },

  'ops-report.save': (request) => request.transaction((db) => saveReport(db, request, request.body)),

  'ops-report.remove': (request) => request.transaction((db) => removeReport(db, request, request.body)),

  'ops-wanted.list': async ({ db, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const found = await pageOfWanted(db, { companyId: null, ...query, pageSize: page_size });
    const ids = found.list.flatMap(({ goodsId }) => goodsId ?? []);
    const goods =
      ids.length === 0
        ? []
        : await db.selectFrom('goods').where('id', 'in', ids).select(['id', 'code']).execute();
    const codes = new Map(goods.map(({ id, code }) => [id, code]));
    const list = found.list.map(({ wanted, company, goodsId }) => ({
      id: wanted.id,
      company,
      name: wanted.name,
      maker: wanted.maker,
      spec: wanted.spec,
      number: wanted.number,
      price_text: wanted.price === null ? '' : `¥${formatYuan(wanted.price)}`,
      note: wanted.note,
      state: wanted.state,
      state_text: wanted.state_text,
      reply: wanted.reply,
      code: codes.get(goodsId ?? 0) ?? '',
      created_at: wanted.created_at,
    }));
    return ok({ list, total: found.total, counts: found.counts, page: query.page, page_size });
  },

  'ops-wanted.answer': (request) =>
    request.transaction((db) => answerWanted(db, request, request.params.id, request.body)),

  'ops-feedback.list': async ({ db, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const found = await pageOfFeedback(db, { companyId: null, ...query, pageSize: page_size });
    const list = found.list.map(({ feedback, company, phone }) => ({
      id: feedback.id,
      company,
      phone,
      kind_text: feedback.kind_text,
      text: feedback.text,
      files: feedback.files,
      state_text: feedback.state_text,
      reply: feedback.reply,
      created_at: feedback.created_at,
    }));
    return ok({ list, total: found.total, page: query.page, page_size, tabs: FEEDBACK_TABS });
  },

  'ops-feedback.answer': (request) =>
    request.transaction((db) => answerFeedback(db, request, request.params.id, request.body.reply)),

  'ops-document.read': ({ db, site, params }) =>
    readDocument(db, site, params.kind, { companyId: null, id: params.id }),
});
