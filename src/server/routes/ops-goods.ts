import { ok, refuse, refuseField } from '../answer.ts';
import { defineRoutes } from '../routes.ts';
import { monthsAhead } from '../services/catalogue/days.ts';
import { activitiesForStaff, removeActivity, saveActivity } from '../services/ops/goods/activities.ts';
import { saveBatch } from '../services/ops/goods/batch.ts';
import { brandsForStaff, moveBrand, saveBrand } from '../services/ops/goods/brands.ts';
import { goodsForEdit } from '../services/ops/goods/detail.ts';
import { importGoods } from '../services/ops/goods/import.ts';
import { goodsForStaff } from '../services/ops/goods/list.ts';
import { GONE, saveGoods, shelveGoods } from '../services/ops/goods/save.ts';
import { readSheet } from '../sheets/read.ts';

export default defineRoutes({
  'ops-goods.list': async ({ db, query, site, now }) => {
    const { pageSize, nearExpiryMonths } = site.trade;
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
  'ops-goods.import': async (request) => {
    const sheet = await readSheet(await request.body.file.bytes());
    if ('problem' in sheet) return refuseField('file', sheet.problem);
    return request.transaction(async (db) => {
      const rows = await importGoods(db, request, sheet.rows);
      if (rows === null)
        return refuseField(
          'file',
          '第一行应是列名：货号，以及 价格、零售价、阶梯价、优选、控销、上架 中的几个',
        );
      const failed = rows.filter((row) => row.ok === 0).length;
      return ok({
        task: 0,
        total: rows.length,
        added: rows.length - failed,
        failed,
        rows: rows.toSorted((one, other) => one.ok - other.ok || one.id - other.id),
      });
    });
  },
  'ops-brand.list': async ({ db }) => ok({ list: await brandsForStaff(db) }),
  'ops-brand.save': (request) => request.transaction((db) => saveBrand(db, request, request.body)),
  'ops-brand.move': (request) =>
    request.transaction((db) => moveBrand(db, request, request.params.id, request.body.by)),
  'ops-activity.list': async ({ db, now }) => ok({ list: await activitiesForStaff(db, now) }),
  'ops-activity.save': (request) => request.transaction((db) => saveActivity(db, request, request.body)),
  'ops-activity.remove': (request) =>
    request.transaction((db) => removeActivity(db, request, request.params.id)),
});
