import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../../kernel/db/schema.ts';
import { firstBatch, sellableStock } from '../../inventory/index.ts';
import { openSales, selectGoods, type Viewer } from '../../pricing/index.ts';

/** All facts of a good that its card needs, for one viewer at one moment. */
export type CardFacts = Awaited<ReturnType<typeof loadCardFacts>>[number];

/** The goods with these ids, in that order; those that do not exist any more are left out. */
export async function loadCardFacts(db: Db, ids: readonly number[], viewer: Viewer, now: number) {
  if (ids.length === 0) return [];
  const rows = await selectGoods(db, ids, viewer, now)
    .selectAll('goods')
    .select((eb) => [
      sellableStock(now).as('stock'),
      firstBatch(now).as('batch_number'),
      jsonObjectFrom(
        eb
          .selectFrom(openSales(now).as('sale'))
          .whereRef('sale.goods_id', '=', 'goods.id')
          .orderBy('sale.price_fen')
          .orderBy('sale.id')
          .limit(1)
          .selectAll('sale'),
      ).as('spike'),
      eb
        .exists(
          eb
            .selectFrom('favorites')
            .select('goods_id')
            .whereRef('favorites.goods_id', '=', 'goods.id')
            .where('company_id', '=', viewer.companyId),
        )
        .as('favorite'),
      jsonObjectFrom(
        eb
          .selectFrom('controlled_requests')
          .whereRef('controlled_requests.goods_id', '=', 'goods.id')
          .where('company_id', '=', viewer.companyId)
          .orderBy('controlled_requests.id', 'desc')
          .limit(1)
          .select(['state', 'until']),
      ).as('request'),
    ])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
