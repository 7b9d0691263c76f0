import { toYuan } from '#shop/domain/money.ts';
import { defineRoutes } from '../../kernel/http/routes.ts';
import { memberOf } from '../../kernel/http/visitor.ts';
import { ok } from '../../kernel/result/answer.ts';
import { listBills } from './credit/bills.ts';
import { balanceOf, type UseType } from './ledger.ts';
import { pointsOf } from './points/points.ts';
import { MONEY_USES, USE_TEXT } from './wallet/labels.ts';
import { expiringPoints, moneyEntry, monthlySums, pointsEntry, readLogOf, readSumsOf } from './wallet/log.ts';

const MONTHS = 12;

const POINTS_TABS = [
  { value: '', label: '全部' },
  { value: 'in', label: '得到' },
  { value: 'out', label: '用掉' },
];

export default defineRoutes({
  'user.user_money': async ({ db, visitor, now }) => {
    const wallet = { wallet: memberOf(visitor).companyId };
    const months = await monthlySums(db, wallet, now, MONTHS);
    const last = months.at(-1);
    return ok({
      balance: toYuan(await balanceOf(db, wallet)),
      gained: toYuan(last?.gained ?? 0),
      spent: toYuan(last?.spent ?? 0),
      months: months.map(({ month, gained, spent }) => ({
        label: month,
        values: [toYuan(gained), toYuan(spent)],
      })),
    });
  },

  'user.user_money_log': async ({ db, visitor, query, site }) => {
    const paging = { page: query.page, pageSize: site.constants.trade.pageSize };
    const wallet = { wallet: memberOf(visitor).companyId };
    const filter = {
      useTypes: query.use_type === undefined ? undefined : [query.use_type as UseType],
      start: query.start_time,
      end: query.end_time,
    };
    const found = await readLogOf(db, wallet, { ...paging, ...filter });
    const { gained, spent } = await readSumsOf(db, wallet, filter);
    return ok({
      list: found.list.map(moneyEntry),
      total: found.total,
      page: paging.page,
      page_size: paging.pageSize,
      gained: toYuan(gained),
      spent: toYuan(spent),
      uses: MONEY_USES.map((use) => ({ value: String(use), label: USE_TEXT[use] })),
    });
  },

  'user.points_log': async ({ db, visitor, query, site, now }) => {
    const { companyId } = memberOf(visitor);
    const page_size = site.constants.trade.pageSize;
    const found = await readLogOf(
      db,
      { points: companyId },
      { page: query.page, pageSize: page_size, direction: query.type },
    );
    const expiring = await expiringPoints(db, companyId, now);
    return ok({
      list: found.list.map(pointsEntry),
      total: found.total,
      page: query.page,
      page_size,
      points: await pointsOf(db, companyId),
      expiring: expiring.number,
      expires_at: expiring.at,
      tabs: POINTS_TABS,
    });
  },

  'user.user_credit_list': async ({ db, visitor, query, site, now }) => {
    const filter = { page: query.page, pageSize: site.constants.trade.pageSize, type: query.type };
    return ok(await listBills(db, memberOf(visitor).companyId, filter, now));
  },
});
