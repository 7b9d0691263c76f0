import type { Calls } from '#generated/calls.ts';
import type { GoodsCard, GroupBuy } from '#generated/schemas.ts';
import { formatFen } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import { LIVE_STATES, orderStateText } from '#shop/domain/order-state.ts';
import type { TeamEffect } from '#shop/domain/promotions/effect.ts';
import { kindsOfStage } from '#shop/domain/promotions/index.ts';
import { pageOf } from '../../../kernel/db/paging.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type ListedPromotion, listedPromotions } from '../../campaigns/index.ts';
import { type CatalogueContext, cardsFor } from '../../catalogue/index.ts';
import { byStage, stageOf } from '../../promotions/index.ts';

const STATES = { open: '待成团', filled: '已成团', failed: '未成团' } as const;

/** A page of group-buys with the progress of their team, and the member's own seats in it (schemas/shop/entities/group-buy). */
export async function groupBuysAnswer(
  asking: CatalogueContext,
  { goods_id: goodsId, page }: Calls['activity.groups']['query'],
): Promise<Calls['activity.groups']['data']> {
  const { now, site } = asking;
  const listed = await listedPromotions(asking, { kinds: kindsOfStage('team'), goodsId });
  const ordered = byStage(
    listed.map((one) => ({
      one,
      id: one.id,
      starts_at: one.startsAt,
      state: stageOf(one.startsAt, one.endsAt, now),
    })),
  );
  const { list: shown, ...paging } = pageOf(ordered, { page, pageSize: site.constants.trade.pageSize });
  const goodsIds = shown.flatMap(({ one }) => one.offers[0]?.goodsId ?? []);
  const cards = new Map((await cardsFor(asking, [...new Set(goodsIds)])).map((card) => [card.id, card]));
  const list: GroupBuy[] = [];
  for (const { one } of shown) {
    const [offer] = one.offers;
    const goods = offer && cards.get(offer.goodsId);
    if (goods && one.bound.effect.stage === 'team') {
      list.push(await groupBuyAnswer(asking, one, one.bound.effect, goods));
    }
  }
  return { list, ...paging };
}

/** Stock and sales of an offer. */
const offerStock = (db: Db, id: number) =>
  db
    .selectFrom('promotion_goods')
    .where('id', '=', id)
    .select(['stock', 'sold', 'member_limit'])
    .executeTakeFirst();

async function groupBuyAnswer(
  { db, visitor, now }: CatalogueContext,
  one: ListedPromotion,
  effect: TeamEffect,
  goods: GoodsCard,
): Promise<GroupBuy> {
  const [offer] = one.offers;
  const row = offer && (await offerStock(db, offer.id));
  const state = stageOf(one.startsAt, one.endsAt, now);
  const seen = goods.price_notice === null;
  const soldOut = seen && row ? row.sold >= (row.stock ?? Infinity) : false;
  const closed = { coming: '拼团还没有开始', open: null, ended: '拼团已结束' }[state];
  const notice = closed ?? (soldOut ? '已售完' : null);
  const team = await latestTeam(db, one.id);
  return {
    id: one.id,
    name: one.name,
    summary: one.summary,
    rules: one.bound.words,
    state,
    starts_at: one.startsAt,
    ends_at: one.endsAt,
    goods,
    price: seen && offer && offer.price !== null ? toYuan(offer.price) : null,
    original_price: goods.original_price ?? goods.price,
    stock: seen ? (row?.stock ?? null) : null,
    sold: seen ? (row?.sold ?? 0) : null,
    limit: row?.member_limit ?? null,
    least: goods.qg_number,
    team: seen
      ? teamAnswer(team, effect, one, now)
      : withoutProgress(teamAnswer(team, effect, one, now), effect),
    mine: visitor.companyId === null || !team ? [] : await ownSeats(db, team.id, visitor.companyId),
    can_join: notice === null && goods.is_buy === 1,
    notice: notice ?? goods.buy_notice,
  };
}

type Team = NonNullable<Awaited<ReturnType<typeof latestTeam>>>;

function latestTeam(db: Db, promotionId: number) {
  return db
    .selectFrom('teams')
    .where('promotion_id', '=', promotionId)
    .orderBy('id', 'desc')
    .limit(1)
    .selectAll()
    .executeTakeFirst();
}

/** The open team, or the one that the next buyer will open. */
function teamAnswer(
  team: Team | undefined,
  effect: TeamEffect,
  one: ListedPromotion,
  now: number,
): GroupBuy['team'] {
  const unit = effect.by === 'units' ? '件' : '家';
  const stage = stageOf(one.startsAt, one.endsAt, now);
  if (!team || (team.state !== 'open' && stage === 'open')) {
    return {
      id: null,
      by: effect.by,
      need: effect.need,
      joined: 0,
      missing: effect.need,
      stores: 0,
      ends_at: one.endsAt,
      state: 'open',
      state_text: stage === 'ended' ? '已结束' : '待开团',
      text: `${team?.state === 'filled' ? '上一团已成团；' : ''}满 ${effect.need} ${unit}成团，开团后 ${effect.hours} 小时内有效`,
    };
  }
  const missing = Math.max(0, team.need - team.joined);
  return {
    id: team.id,
    by: effect.by,
    need: team.need,
    joined: team.joined,
    missing,
    stores: team.stores,
    ends_at: team.ends_at,
    state: team.state,
    state_text: STATES[team.state],
    text:
      team.state === 'open'
        ? `已拼 ${team.joined} ${unit}，还差 ${missing} ${unit}`
        : `${STATES[team.state]}，共 ${team.joined} ${unit}`,
  };
}

/** Progress of a group-buy is hidden together with its price and stock (domain §9). */
function withoutProgress(team: GroupBuy['team'], { by, need }: TeamEffect): GroupBuy['team'] {
  const text = `满 ${need} ${by === 'units' ? '件' : '家'}成团`;
  return { ...team, joined: null, missing: null, stores: null, text };
}

async function ownSeats(db: Db, teamId: number, companyId: number): Promise<GroupBuy['mine']> {
  const rows = await db
    .selectFrom('team_places')
    .innerJoin('orders', 'orders.id', 'team_places.order_id')
    .where('team_places.team_id', '=', teamId)
    .where('team_places.company_id', '=', companyId)
    .where('orders.status', 'in', LIVE_STATES)
    .orderBy('orders.id')
    .select(['orders.id', 'orders.no', 'orders.status', 'orders.payable_fen', 'team_places.number'])
    .execute();
  return rows.map(({ id, no, status, payable_fen, number }) => ({
    order_id: id,
    no,
    number,
    state_text: `${orderStateText(status, 'group')} · ${formatFen(payable_fen)}`,
  }));
}
