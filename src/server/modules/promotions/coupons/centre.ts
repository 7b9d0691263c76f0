import type { Calls } from '#generated/calls.ts';
import type { CouponOffer, SiteConfig } from '#generated/schemas.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { toYuan } from '#shop/domain/money.ts';
import { couponWorth } from '#shop/domain/promotions/coupon.ts';
import { ofCompany } from '../../../kernel/db/of-company.ts';
import { pageOf } from '../../../kernel/db/paging.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import type { Member, Visitor } from '../../../kernel/http/visitor.ts';
import { type Answer, made, refuse } from '../../../kernel/result/answer.ts';
import { type Viewer, viewerOf } from '../../pricing/index.ts';
import { byStage, listedAround, stageOf } from '../rules/states.ts';

/** A page of the coupon centre, with how many of each the member has received (schemas/shop/entities/coupon-offer). */
export async function couponOffers(
  { db, visitor, site, now }: Pick<RequestContext, 'db' | 'visitor' | 'site' | 'now'>,
  page: number,
): Promise<Calls['coupon.list']['data']> {
  const { startsBefore, endsAfter } = listedAround(now);
  const rows = await db
    .selectFrom('coupons')
    .where('listed', '=', true)
    .where('withdrawn', '=', false)
    .where('starts_at', '<', startsBefore)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', endsAfter)]))
    .orderBy('id')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('company_coupons as held')
        .whereRef('held.coupon_id', '=', 'coupons.id')
        .where(ofCompany('held.company_id', visitor.companyId))
        .where('held.received', '=', true)
        .select((agg) => agg.fn.countAll<number>().as('number'))
        .as('mine'),
    )
    .execute();
  const offers = rows.map((row) => offerAnswer({ ...row, mine: row.mine ?? 0 }, visitor, site, now));
  return pageOf(byStage(offers), { page, pageSize: site.constants.trade.pageSize });
}

interface CouponRow {
  id: number;
  name: string;
  kind: 'amount' | 'percent';
  value: number;
  threshold_fen: number;
  scope_text: string;
  starts_at: number;
  ends_at: number | null;
  days: number;
  total: number | null;
  received: number;
  member_limit: number;
  mine: number;
}

/** Why the visitor cannot receive a coupon (Chinese text); null when they can. */
function noticeOf(row: CouponRow, visitor: Visitor, state: CouponOffer['state']): string | null {
  if (state === 'coming') return '还没有开始领取';
  if (state === 'ended') return '领取已结束';
  if (visitor.role === 'visitor') return '登录后可领';
  if (visitor.role === 'member') return '认证后可领';
  if (row.total !== null && row.received >= row.total) return '已领完';
  return row.mine >= row.member_limit ? '已领取' : null;
}

function offerAnswer(row: CouponRow, visitor: Visitor, site: SiteConfig, now: number): CouponOffer {
  const { mine, member_limit: limit } = row;
  const state = stageOf(row.starts_at, row.ends_at, now);
  const notice = noticeOf(row, visitor, state);
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    value: row.kind === 'amount' ? toYuan(row.value) : row.value / 10_000,
    threshold: toYuan(row.threshold_fen),
    scope_text: row.scope_text,
    days: row.days,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    state,
    ...stockAnswer(row, viewerOf(visitor, site)),
    worth: couponWorth(row),
    threshold_text: row.threshold_fen > 0 ? `满 ${toYuan(row.threshold_fen)} 元可用` : '无门槛',
    limit,
    received: mine,
    can_receive: notice === null,
    notice,
  };
}

/** Total and remaining coupons; hidden from viewers who may not see prices, like the stock of promotions. */
function stockAnswer({ total, received }: CouponRow, { seesPrices, priceNotice }: Viewer) {
  if (!seesPrices) return { total: null, left: null, left_text: priceNotice ?? '', percent: 0 };
  if (total === null) return { total, left: null, left_text: '不限量', percent: 0 };
  const left = total - received;
  return { total, left, left_text: `剩 ${left} 张`, percent: Math.floor((received * 100) / total) };
}

/** Receives one coupon. Two requests of one company wait for each other; the stock is guarded by its row. */
export async function receiveCoupon(
  db: Db,
  buyer: Member,
  id: number,
  now: number,
): Promise<Answer<{ id: number }>> {
  const taken = await db
    .updateTable('coupons')
    .set((eb) => ({ received: eb('received', '+', 1) }))
    .where('id', '=', id)
    .where('listed', '=', true)
    .where('withdrawn', '=', false)
    .where('starts_at', '<=', now)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .where((eb) => eb.or([eb('total', 'is', null), eb('received', '<', eb.ref('total'))]))
    .returning(['days', 'member_limit'])
    .executeTakeFirst();
  if (!taken) return refuse('notFound', { message: '优惠券已领完或不在领取时间' });
  // Counted after the coupon's row is locked: of two concurrent requests the second counts the first.
  const { mine } = await db
    .selectFrom('company_coupons')
    .where('coupon_id', '=', id)
    .where('company_id', '=', buyer.companyId)
    .where('received', '=', true)
    .select((eb) => eb.fn.countAll<number>().as('mine'))
    .executeTakeFirstOrThrow();
  if (mine >= taken.member_limit) return refuse('invalid', { message: '您已领取过这张优惠券' });
  const held = await giveCoupon(db, {
    couponId: id,
    companyId: buyer.companyId,
    startsAt: now,
    endsAt: now + taken.days * DAY,
    received: true,
  });
  return made({ id: held }, '领取成功');
}

/** A coupon to be given to a company. Moments in seconds. */
export interface CouponGrant {
  couponId: number;
  companyId: number;
  startsAt: number;
  endsAt: number;
  /** Received in the coupon centre, and counted there. */
  received?: boolean;
}

/** Gives a company a coupon; returns the id of the company's coupon. */
export async function giveCoupon(
  db: Db,
  { couponId, companyId, startsAt, endsAt, received = false }: CouponGrant,
): Promise<number> {
  const { id } = await db
    .insertInto('company_coupons')
    .values({ coupon_id: couponId, company_id: companyId, starts_at: startsAt, ends_at: endsAt, received })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
