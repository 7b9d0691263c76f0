import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { made, ok, refuseField } from '../../../kernel/result/answer.ts';
import { readSheet } from '../../../kernel/sheets/read.ts';
import { enqueueTask, MAX_OPEN_TASKS } from '../../../kernel/tasks/enqueue.ts';
import { addPurchasable } from '../../cart/index.ts';
import { listGoods } from '../../catalogue/index.ts';
import { asRole } from '../quick-order/columns.ts';
import { importSheet, MAX_SYNC_ROWS } from '../quick-order/import.ts';
import { matchCodes } from '../quick-order/match-codes.ts';
import { matchPastedRows } from '../quick-order/match-pasted.ts';
import { pastedTable, readOrderSheet } from '../quick-order/parse-table.ts';
import { boughtGoods, quickRows } from '../quick-order/quick.ts';

/** Goods that one search suggests. */
const MAX_SUGGESTIONS = 10;

/** Rows of one paste at most, as many as a file may have that is read at once. */
const MAX_PASTED_ROWS = 5000;

/** Lines of one request at most, as many as a cart holds. */
const MAX_LINES = 2000;

export default defineRoutes({
  'goods.locate': async ({ db, query }) => {
    const [found] = await matchCodes(db, [{ code: query.barcode.trim(), number: '1' }]);
    return ok({ id: found && 'goodsId' in found ? found.goodsId : 0 });
  },

  'user.fast_buy': async (request) => {
    const { query, site } = request;
    const pageSize = query.page_size ?? site.constants.trade.pageSize;
    const found = await boughtGoods(request, memberOf(request.visitor).companyId, { ...query, pageSize });
    return ok({ ...found, page: query.page, page_size: pageSize });
  },

  'user.fast_find': async (request) => {
    const keywords = request.query.keywords.trim();
    if (keywords === '') return ok({ list: [] });
    const query = { keywords, sort: 'relevance' as const, page: 1, page_size: MAX_SUGGESTIONS };
    const found = await listGoods(request, query);
    const ids = (found?.list ?? []).map(({ id }) => id);
    return ok({ list: await quickRows(request, memberOf(request.visitor).companyId, ids) });
  },

  'user.fast_match': async (request) => {
    const { text, columns } = request.body;
    const { roles, heads, rows } = readOrderSheet(pastedTable(text), columns?.map(asRole));
    if (rows.length > MAX_PASTED_ROWS)
      return refuseField('text', `一次最多粘贴 ${MAX_PASTED_ROWS} 行，更多请用文件导入`);
    return ok({
      columns: roles.map((role, at) => ({ role, head: heads[at] ?? '' })),
      rows: await matchPastedRows(request, memberOf(request.visitor).companyId, rows),
    });
  },

  'user.fast_add': ({ transaction, visitor, body, now }) =>
    transaction(async (db) => {
      const { lines } = body;
      if (lines.length === 0) return refuseField('lines', '还没有填数量');
      if (lines.length > MAX_LINES) return refuseField('lines', `一次最多 ${MAX_LINES} 个品种`);
      const results = await addPurchasable(db, memberOf(visitor), lines, now);
      const rows = lines.map(({ goods_id }, index) => {
        const one = results[index];
        return { goods_id, ok: one?.ok ? 1 : 0, message: one?.ok === false ? one.message : '' };
      });
      const added = rows.filter(({ ok: good }) => good === 1).length;
      const failed = rows.length - added;
      const rest = failed > 0 ? `，${failed} 个未能加入，原因见各行` : '';
      return ok({ added, failed, rows }, `${added} 个品种已加入购物车${rest}`);
    }),

  'cart.import': async (request) => {
    const { body, now } = request;
    const buyer = memberOf(request.visitor);
    const sheet = await readSheet(await body.file.bytes());
    if ('problem' in sheet) return refuseField('file', sheet.problem);
    const rows = readOrderSheet(sheet.rows).rows.map((row) => ({ ...row, cells: [] }));
    const [first] = rows;
    if (!first) return refuseField('file', '文件里没有要采购的行：需要“编码”或“条码”一列，和“数量”一列');
    return request.transaction(async (db) => {
      const counted = { total: rows.length, added: 0, failed: 0, rows: [] };
      if (rows.length > MAX_SYNC_ROWS) {
        const title = `导入 ${body.file.name.slice(0, 60)}（${rows.length} 行）`;
        const input = { buyer, rows };
        const task = await enqueueTask(
          db,
          buyer,
          { kind: 'cart-import', title, input, total: rows.length },
          now,
        );
        if (task === null) return refuseField('file', `您已有 ${MAX_OPEN_TASKS} 个任务在处理，请稍后再导入`);
        return made({ ...counted, task }, '已开始导入，可以离开本页，进度见“我的任务”');
      }
      const results = await importSheet(db, buyer, rows, now);
      const failed = results.filter((one) => !one.ok).length;
      return ok({
        ...counted,
        task: 0,
        added: results.length - failed,
        failed,
        rows: results
          .sort((one, other) => Number(one.ok) - Number(other.ok) || one.row - other.row)
          .map(({ row, label, ok: good, text }) => ({
            id: row,
            label,
            ok: good ? 1 : 0,
            ok_text: good ? '成功' : '失败',
            text,
          })),
      });
    });
  },
});
