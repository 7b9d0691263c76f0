import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { PointsGoods } from '#generated/schemas.ts';
import { ofCompany } from '../../../kernel/db/of-company.ts';
import { tally } from '../../../kernel/db/tally.ts';
import type { Visitor } from '../../../kernel/http/visitor.ts';
import type { CatalogueContext } from '../../catalogue/index.ts';
import { pointsOf } from '../../ledger/index.ts';
import { type Viewer, viewerOf } from '../../pricing/index.ts';
import { KIND_TEXTS, rewardPictureOf } from './labels.ts';

type PointsGoodsQuery = Calls['points.goods']['query'];

/** Goods of the points mall, with the visitor's points and the reason where a good cannot be redeemed. */
export async function pointsGoods(
  { db, visitor, site }: Pick<CatalogueContext, 'db' | 'visitor' | 'site'>,
  { kind, affordable, page }: PointsGoodsQuery,
) {
  const { pageSize } = site.constants.trade;
  const viewer = viewerOf(visitor, site);
  const points = visitor.companyId === null ? 0 : await pointsOf(db, visitor.companyId);
  let offered = db.selectFrom('points_goods').where('on_sale', '=', true);
  if (affordable === 1) offered = offered.where('points', '<=', points);
  const counted = await offered
    .select((eb) => ['kind as state', eb.fn.countAll<number>().as('total')])
    .groupBy('kind')
    .execute();
  const { counts, totalOf } = tally(counted, KIND_TEXTS);
  let query = offered;
  if (kind !== undefined) query = query.where('kind', '=', kind);
  const rows = await query
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('points_orders')
        .whereRef('points_goods_id', '=', 'points_goods.id')
        .where(ofCompany('company_id', visitor.companyId))
        .where('state', '<>', 'cancelled')
        .select(sql<number>`coalesce(sum(number), 0)::integer`.as('own'))
        .as('own'),
    )
    .orderBy('position')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const list = rows.map((row): PointsGoods => {
    const left = row.stock === null ? null : row.stock - row.given;
    const notice = noticeOf(
      { left, limit: row.member_limit, own: row.own ?? 0, cost: row.points },
      visitor,
      points,
    );
    return {
      id: row.id,
      kind: row.kind,
      kind_text: KIND_TEXTS[row.kind],
      name: row.name,
      summary: row.summary,
      image: rewardPictureOf(row.goods_id, row.id),
      points: row.points,
      ...leftAnswer(left, viewer),
      member_limit: row.member_limit,
      own: row.own || null,
      valid_text: row.kind === 'goods' ? null : `换后 ${row.days} 天`,
      can_redeem: notice === null ? 1 : 0,
      notice,
    };
  });
  return { list, total: totalOf(kind), page, page_size: pageSize, points, counts };
}

/** Remaining pieces; hidden from viewers who may not see prices. */
function leftAnswer(left: number | null, { seesPrices, priceNotice }: Viewer) {
  if (!seesPrices) return { left: null, left_text: priceNotice ?? '' };
  if (left === null) return { left, left_text: '不限量' };
  return { left, left_text: left > 0 ? `剩 ${left} 件` : '已兑完' };
}

interface RedemptionOffer {
  left: number | null;
  limit: number | null;
  /** Pieces that the company has redeemed already. */
  own: number;
  cost: number;
}

/** Why the good cannot be redeemed now (Chinese text); null when it can. */
function noticeOf(
  { left, limit, own, cost }: RedemptionOffer,
  visitor: Visitor,
  points: number,
): string | null {
  if (visitor.role === 'visitor') return '登录后可兑换';
  if (visitor.role === 'member') return '认证后可兑换';
  if (left !== null && left <= 0) return '已兑完';
  if (limit !== null && own >= limit) return `每家限兑 ${limit} 件，已兑完`;
  return points < cost ? `还差 ${cost - points} 积分` : null;
}
