import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { formatDate } from '#domain/format.ts';
import type { Db } from '../../kernel/db/schema.ts';
import { openSales } from './sales.ts';
import type { Viewing } from './viewing.ts';

/** Everything that a card of a good is made of, as it stands for one viewer at one moment. */
export type GoodsFacts = Awaited<ReturnType<typeof loadFacts>>[number];

/** The goods with these ids, in that order; those that are gone are left out. */
export async function loadFacts(db: Db, ids: readonly number[], viewing: Viewing, now: number) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('goods')
    .innerJoin('makers', 'makers.id', 'goods.maker_id')
    .leftJoin('level_prices', (join) =>
      join.onRef('level_prices.goods_id', '=', 'goods.id').on('level_prices.level', '=', viewing.level),
    )
    .where('goods.id', 'in', [...ids])
    .selectAll('goods')
    .select((eb) => [
      'makers.name as maker',
      'makers.brand_id',
      sql<number>`coalesce(level_prices.price_fen, goods.price_fen)`.as('base_fen'),
      eb
        .selectFrom('batches')
        .whereRef('batches.goods_id', '=', 'goods.id')
        .whereRef('batches.warehouse_id', '=', 'goods.warehouse_id')
        .where('batches.expires', '>', formatDate(now))
        .select(sql<number>`coalesce(sum(available), 0)::integer`.as('total'))
        .as('stock'),
      eb
        .selectFrom('batches')
        .whereRef('batches.goods_id', '=', 'goods.id')
        .whereRef('batches.warehouse_id', '=', 'goods.warehouse_id')
        .where('available', '>', 0)
        .where('batches.expires', '>', formatDate(now))
        .orderBy('batches.expires')
        .orderBy('batches.id')
        .limit(1)
        .select('batch_number')
        .as('batch_number'),
      jsonArrayFrom(
        eb
          .selectFrom('ladder_steps')
          .whereRef('ladder_steps.goods_id', '=', 'goods.id')
          .orderBy('ladder_steps.number')
          .select(['ladder_steps.id', 'ladder_steps.number', 'ladder_steps.price_fen']),
      ).as('ladder'),
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
            .where('company_id', '=', viewing.companyId ?? 0),
        )
        .as('favorite'),
      eb
        .exists(
          eb
            .selectFrom('goods_rights')
            .select('goods_id')
            .whereRef('goods_rights.goods_id', '=', 'goods.id')
            .where('company_id', '=', viewing.companyId ?? 0)
            .where((or) => or.or([or('until', 'is', null), or('until', '>', now)])),
        )
        .as('has_rights'),
      jsonObjectFrom(
        eb
          .selectFrom('controlled_requests')
          .whereRef('controlled_requests.goods_id', '=', 'goods.id')
          .where('company_id', '=', viewing.companyId ?? 0)
          .orderBy('controlled_requests.id', 'desc')
          .limit(1)
          .select(['state', 'until']),
      ).as('request'),
    ])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
