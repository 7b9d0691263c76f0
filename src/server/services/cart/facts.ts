import { type Expression, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { formatDate } from '#domain/format.ts';
import type { Db } from '../../db/schema.ts';
import type { Member } from '../../visitor.ts';

/** Everything about the lines of a cart that price, limits and the answer depend on, as it stands at `now`. */
export type CartFacts = Awaited<ReturnType<typeof loadRows>>[number];

/** Which lines of a cart are meant: those with these ids, or all lines of these goods. */
export type LineFilter = { ids: readonly number[] } | { goodsIds: readonly number[] };

/** Reads a company's cart, or some of its lines, with the goods behind it, oldest line first. */
export async function loadFacts(
  db: Db,
  buyer: Member,
  now: number,
  filter: LineFilter | null = null,
): Promise<CartFacts[]> {
  const [column, values] =
    filter === null
      ? (['line.company_id', [buyer.companyId]] as const)
      : 'ids' in filter
        ? (['line.id', filter.ids] as const)
        : (['line.goods_id', filter.goodsIds] as const);
  return values.length === 0 ? [] : loadRows(db, buyer, now, column, values);
}

function loadRows(
  db: Db,
  buyer: Member,
  now: number,
  column: 'line.company_id' | 'line.id' | 'line.goods_id',
  values: readonly number[],
) {
  const today = formatDate(now);
  return db
    .selectFrom('cart_lines as line')
    .innerJoin('goods', 'goods.id', 'line.goods_id')
    .innerJoin('makers', 'makers.id', 'goods.maker_id')
    .innerJoin('categories', 'categories.id', 'goods.category_id')
    .innerJoin('warehouses', 'warehouses.id', 'line.warehouse_id')
    .leftJoin('level_prices', (join) =>
      join.onRef('level_prices.goods_id', '=', 'goods.id').on('level_prices.level', '=', buyer.level),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('batches')
          .whereRef('batches.goods_id', '=', 'line.goods_id')
          .whereRef('batches.warehouse_id', '=', 'line.warehouse_id')
          .where('batches.available', '>', 0)
          .where('batches.expires', '>', today)
          .select((agg) => [
            agg.fn.sum<number>('batches.available').as('stock'),
            agg.fn.min('batches.expires').as('expires'),
          ])
          .as('held'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('spikes')
          .whereRef('spikes.goods_id', '=', 'goods.id')
          .where('spikes.starts_at', '<=', now)
          .where('spikes.ends_at', '>', now)
          .orderBy('spikes.price_fen')
          .orderBy('spikes.id')
          .limit(1)
          .select(['id', 'price_fen', 'starts_at', 'ends_at', 'total', 'sold', 'member_limit'])
          .as('spike'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('manjian_goods')
          .innerJoin('manjians', 'manjians.id', 'manjian_goods.manjian_id')
          .whereRef('manjian_goods.goods_id', '=', 'goods.id')
          .where('manjians.starts_at', '<=', now)
          .where('manjians.ends_at', '>', now)
          .select((agg) => agg.fn.min('manjians.id').as('id'))
          .as('manjian'),
      (join) => join.onTrue(),
    )
    .where('line.company_id', '=', buyer.companyId)
    .where(column, 'in', values)
    .orderBy('line.id')
    .select((eb) => [
      'line.id',
      'line.type',
      'line.number',
      'line.selected',
      'line.warehouse_id',
      'warehouses.name as warehouse_name',
      'goods.id as goods_id',
      'goods.name',
      'goods.spec',
      'goods.unit',
      'goods.marks',
      'goods.rx',
      'goods.scope',
      'goods.hm',
      'goods.controlled',
      'goods.yx',
      'goods.dpby_number',
      'goods.split',
      'goods.zbz',
      'goods.min_number',
      'goods.cap_order',
      'goods.cap_month',
      'goods.ladder_type',
      'goods.on_sale',
      'goods.category_id',
      'categories.tree',
      'makers.name as maker',
      'makers.brand_id',
      eb.fn.coalesce('level_prices.price_fen', 'goods.price_fen').as('base_fen'),
      eb.fn.coalesce('held.stock', sql<number>`0`).as('stock'),
      'held.expires',
      'spike.id as spike_id',
      'spike.price_fen as spike_fen',
      'spike.starts_at as spike_starts_at',
      'spike.ends_at as spike_ends_at',
      'spike.total as spike_total',
      'spike.sold as spike_sold',
      'spike.member_limit as spike_limit',
      'manjian.id as manjian_id',
      eb
        .exists(
          eb
            .selectFrom('goods_rights')
            .whereRef('goods_rights.goods_id', '=', 'goods.id')
            .where('goods_rights.company_id', '=', buyer.companyId)
            .where((right) => right.or([right('until', 'is', null), right('until', '>', now)]))
            .select('goods_rights.goods_id'),
        )
        .as('has_rights'),
      jsonArrayFrom(
        eb
          .selectFrom('ladder_steps')
          .whereRef('ladder_steps.goods_id', '=', 'goods.id')
          .orderBy('ladder_steps.number')
          .select(['ladder_steps.number', 'ladder_steps.price_fen']),
      ).as('ladder'),
      boughtOf('month', buyer.companyId, now).as('bought_month'),
      boughtOf('spike', buyer.companyId, now).as('bought_spike'),
    ])
    .execute();
}

const MONTH_SECONDS = 30 * 86_400;

/** Units that the company has ordered and not cancelled: of the good within 30 days, or in the open flash sale. */
function boughtOf(period: 'month' | 'spike', companyId: number, now: number) {
  const within: Expression<SqlBool> =
    period === 'month'
      ? sql`goods.cap_month IS NOT NULL AND bought.goods_id = goods.id AND orders.created_at > ${now - MONTH_SECONDS}`
      : sql`bought.spike_id = spike.id`;
  return sql<number>`(
    SELECT coalesce(sum(bought.number), 0) FROM order_lines AS bought JOIN orders ON orders.id = bought.order_id
    WHERE orders.company_id = ${companyId} AND orders.status > 0 AND ${within}
  )`;
}
