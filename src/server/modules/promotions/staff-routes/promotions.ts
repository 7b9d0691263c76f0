import { kindOf } from '#shop/domain/promotions/index.ts';
import { RuleProblem } from '#shop/domain/promotions/read-rule.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { importFile } from '../../../kernel/sheet-imports/run.ts';
import { promotionSheet } from '../commands/import-goods.ts';
import { putGoods, removeGoods } from '../commands/put-goods.ts';
import { putMany } from '../commands/put-many.ts';
import { publishPromotion, savePromotion } from '../commands/save-promotion.ts';
import { ruleIn } from '../queries/form-fields.ts';
import { findGoods, goodsForStaff, kindOfPromotion, loadOffers } from '../queries/offers.ts';
import { blankSource, listForStaff, promotionSource } from '../queries/promotions-for-staff.ts';

/** Promotions in the back office. Every change is recorded in the audit log. */
export default defineRoutes({
  'ops-promotion.list': async ({ db, query, site, now }) =>
    ok(await listForStaff(db, { ...query, pageSize: site.constants.trade.pageSize }, now)),

  'ops-promotion.blank': async ({ params, now }) => {
    const source = blankSource(params.kind, now);
    return source ? ok(source) : refuse('notFound');
  },

  'ops-promotion.source': async ({ db, params, now }) => {
    const source = await promotionSource(db, params.id, now);
    return source ? ok(source) : refuse('notFound');
  },

  'ops-promotion.save': (request) => request.transaction((db) => savePromotion(db, request, request.body)),

  'ops-promotion.preview': async ({ db, body }) => {
    const offers = body.id === undefined ? [] : await loadOffers(db, body.id);
    const kind = kindOf(body.kind);
    if (!kind) return refuse('notFound');
    const bound = kind.bind({ rule: ruleIn(kind, body.rule), offers });
    return bound instanceof RuleProblem
      ? ok({ words: [], problem: bound.message, field: bound.field })
      : ok({ words: [...bound.words, ...bound.prices], problem: '', field: '' });
  },

  'ops-promotion.publish': (request) =>
    request.transaction((db) =>
      publishPromotion(db, request, request.params.id, request.body.published === 1),
    ),

  'ops-promotion.goods': async ({ db, params, query, site }) => {
    const kind = await kindOfPromotion(db, params.id);
    const page = { promotionId: params.id, page: query.page, pageSize: site.constants.trade.pageSize };
    return kind ? ok(await goodsForStaff(db, kind, page)) : refuse('notFound');
  },

  'ops-promotion.find': async ({ db, params, query }) => {
    const kind = await kindOfPromotion(db, params.id);
    return kind ? ok(await findGoods(db, kind, query.keywords)) : refuse('notFound');
  },

  'ops-promotion.put': (request) =>
    request.transaction((db) => putGoods(db, request, request.params.id, request.body)),

  'ops-promotion.import': (request) =>
    importFile(request, request.body.file, promotionSheet, request.params.id),

  'ops-promotion.bulk': (request) =>
    request.transaction((db) => putMany(db, request, request.params.id, request.body)),

  'ops-promotion.remove': (request) =>
    request.transaction((db) => removeGoods(db, request, request.params.id, request.params.offer)),
});
