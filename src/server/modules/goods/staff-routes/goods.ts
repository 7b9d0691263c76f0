import { nearExpiryLimit } from '#shop/domain/near-expiry.ts';
import { undoableChanges } from '../../../kernel/bulk/bulk.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { importFile } from '../../../kernel/sheet-imports/run.ts';
import { changeGoods, GOODS_BULK, previewGoods, undoGoods } from '../bulk/run.ts';
import { goodsSheet } from '../commands/import-goods.ts';
import { GONE, saveGoods, setGoodsOnSale } from '../commands/save-goods.ts';
import { goodsForEdit } from '../queries/goods-for-edit.ts';
import { goodsForStaff } from '../queries/goods-for-staff.ts';

export default defineRoutes({
  'ops-goods.list': async ({ db, query, site, now }) => {
    const { pageSize } = site.constants.trade;
    return ok(await goodsForStaff(db, query, { now, pageSize, nearBefore: nearExpiryLimit(now, site) }));
  },

  'ops-goods.detail': async ({ db, params }) => {
    const goods = await goodsForEdit(db, params.id);
    return goods ? ok(goods) : refuse('notFound', GONE);
  },

  'ops-goods.save': (request) =>
    request.transaction((db) => saveGoods(db, request, request.params.id, request.body)),

  'ops-goods.shelf': (request) =>
    request.transaction((db) => setGoodsOnSale(db, request, request.body.ids, request.body.on_sale === 1)),

  'ops-goods.bulkPreview': ({ db, body, now, site }) =>
    db.transaction().execute((trx) => previewGoods(trx, body, nearExpiryLimit(now, site))),

  'ops-goods.bulk': (request) => {
    const { body, now, site } = request;
    return request.transaction((db) => changeGoods(db, request, body, nearExpiryLimit(now, site)));
  },

  'ops-goods.recentBulk': async (request) =>
    ok({ list: await undoableChanges(request.db, request, GOODS_BULK) }),

  'ops-goods.undoBulk': (request) => request.transaction((db) => undoGoods(db, request, request.params.id)),

  'ops-goods.import': (request) => importFile(request, request.body.file, goodsSheet),
});
