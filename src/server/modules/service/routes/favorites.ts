import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { listFavorites } from '../../catalogue/index.ts';
import { waitingAlerts } from '../alerts/read.ts';

/** The list stands here, since each row says whether a price alert waits for it. */
export default defineRoutes({
  'favorite.list': async (request) => {
    const { db, query, site, visitor } = request;
    const { id, companyId } = memberOf(visitor);
    const page_size = site.constants.trade.pageSize;
    const { list, total } = await listFavorites(request, companyId, {
      page: query.page,
      pageSize: page_size,
    });
    const alerts = await waitingAlerts(
      db,
      id,
      'price',
      list.map((row) => row.id),
    );
    return ok({
      list: list.map((row) => ({ ...row, alert_id: alerts.get(row.id) ?? 0 })),
      total,
      page: query.page,
      page_size,
    });
  },
});
