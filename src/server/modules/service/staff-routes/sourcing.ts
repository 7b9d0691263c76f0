import { formatYuan } from '#shop/domain/format.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { answerSourcingRequest } from '../sourcing/answer.ts';
import { listSourcingRequests } from '../sourcing/requests.ts';

export default defineRoutes({
  'ops-wanted.list': async ({ db, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const found = await listSourcingRequests(db, { companyId: null, ...query, pageSize: page_size });
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
      code: goodsId === null ? '' : (codes.get(goodsId) ?? ''),
      created_at: wanted.created_at,
    }));
    return ok({ list, total: found.total, counts: found.counts, page: query.page, page_size });
  },

  'ops-wanted.answer': (request) =>
    request.transaction((db) => answerSourcingRequest(db, request, request.params.id, request.body)),
});
