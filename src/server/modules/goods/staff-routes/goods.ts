import { monthsAhead } from '#shop/domain/calendar.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { importFile } from '../../../kernel/sheet-imports/run.ts';
import { brandsForStaff, moveBrand, saveBrand } from '../brands/staff.ts';
import { saveBatch } from '../staff/batch.ts';
import { goodsForEdit } from '../staff/detail.ts';
import { goodsSheet } from '../staff/import.ts';
import { goodsForStaff } from '../staff/list.ts';
import { GONE, saveGoods, shelveGoods } from '../staff/save.ts';

export default defineRoutes({
  'ops-goods.list': async ({ db, query, site, now }) => {
    const { pageSize, nearExpiryMonths } = site.constants.trade;
    return ok(
      await goodsForStaff(db, query, { now, pageSize, nearBefore: monthsAhead(now, nearExpiryMonths) }),
    );
  },
  'ops-goods.detail': async ({ db, params }) => {
    const goods = await goodsForEdit(db, params.id);
    return goods ? ok(goods) : refuse('notFound', GONE);
  },
  'ops-goods.save': (request) =>
    request.transaction((db) => saveGoods(db, request, request.params.id, request.body)),
  'ops-goods.shelf': (request) =>
    request.transaction((db) => shelveGoods(db, request, request.body.ids, request.body.on_sale === 1)),
  'ops-goods.batch': (request) =>
    request.transaction((db) => saveBatch(db, request, request.params.id, request.body)),
  'ops-goods.import': (request) => importFile(request, request.body.file, goodsSheet),
  'ops-brand.list': async ({ db }) => ok({ list: await brandsForStaff(db) }),
  'ops-brand.save': (request) => request.transaction((db) => saveBrand(db, request, request.body)),
  'ops-brand.move': (request) =>
    request.transaction((db) => moveBrand(db, request, request.params.id, request.body.by)),
});
