import { type Selectable, sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { formatFen } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import { couponStatus } from '#shop/domain/promotions/coupon.ts';
import { record } from '../../../kernel/audit/audit.ts';
import type { Database, Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, ok, refuse } from '../../../kernel/result/answer.ts';
import { stageOf } from '../rules/states.ts';
import { fixedTermsText } from './save.ts';
import { codesOf, scopeChoices } from './scope.ts';

const GONE = { message: '这种优惠券已经不在了' };
const STAGES = { coming: '未开始领取', open: '可领取', ended: '领取已结束' } as const;

const offerState = (
  row: Pick<Selectable<Database['coupons']>, 'listed' | 'starts_at' | 'ends_at'>,
  now: number,
) => (row.listed ? STAGES[stageOf(row.starts_at, row.ends_at, now)] : '只发放');

/** A page of coupons, newest first, with the options of their scope. */
export async function couponsForStaff(
  db: Db,
  { page, pageSize }: { page: number; pageSize: number },
  now: number,
): Promise<Calls['ops-coupon.list']['data']> {
  const { total } = await db
    .selectFrom('coupons')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('coupons')
    .leftJoin('coupon_counts', 'coupon_counts.coupon_id', 'coupons.id')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .selectAll('coupons')
    .select((eb) => [
      eb.fn.coalesce('issued', eb.lit(0)).as('issued'),
      sql<number>`(
        SELECT count(*)::integer FROM company_coupons WHERE coupon_id = coupons.id AND purchase_id IS NOT NULL
      )`.as('used'),
    ])
    .execute();
  const codes = await codesOf(
    db,
    rows.flatMap(({ scope, scope_ids }) => (scope === 'goods' ? scope_ids : [])),
  );
  return {
    ...(await scopeChoices(db)),
    list: rows.map((row) => ({
      id: row.id,
      name: row.name,
      kind: row.kind,
      value: row.kind === 'amount' ? toYuan(row.value) : row.value / 1000,
      value_text: row.kind === 'amount' ? formatFen(row.value) : `${row.value / 1000} 折`,
      threshold: toYuan(row.threshold_fen),
      scope: row.scope,
      categories: row.scope === 'category' ? row.scope_ids.map(String) : [],
      brands: row.scope === 'brand' ? row.scope_ids.map(String) : [],
      goods: row.scope === 'goods' ? row.scope_ids.map((id) => codes.get(id) ?? '').join('\n') : '',
      scope_text: row.scope_text,
      days: row.days,
      starts_at: row.starts_at,
      ends_at: row.ends_at,
      total: row.total,
      received: row.received,
      issued: row.issued,
      used: row.used,
      member_limit: row.member_limit,
      listed: row.listed ? 1 : 0,
      state_text: row.withdrawn ? '已停用' : offerState(row, now),
      withdrawn: row.withdrawn ? 1 : 0,
      fixed: row.issued > 0,
      fixed_text: row.issued > 0 ? fixedTermsText(row.issued) : '',
    })),
    total,
    page,
    page_size: pageSize,
  };
}

/** Withdraws or restores a coupon in the coupon centre; those that members hold stay valid. */
export async function withdrawCoupon(
  db: Db,
  request: RequestContext,
  id: number,
  withdrawn: boolean,
): Promise<Answer<{ withdrawn: number }>> {
  const coupon = await db
    .updateTable('coupons')
    .set({ withdrawn })
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  if (!coupon) return refuse('notFound', GONE);
  const action = withdrawn ? 'disable' : 'enable';
  await record(db, request, { action, subject: 'coupon', id, label: coupon.name });
  return ok({ withdrawn: withdrawn ? 1 : 0 }, withdrawn ? '已停用' : '已恢复');
}

/** A page of the coupons of one kind that companies hold; null when there is no such kind. */
export async function heldForStaff(
  db: Db,
  couponId: number,
  { page, pageSize }: { page: number; pageSize: number },
  now: number,
): Promise<Calls['ops-coupon.held']['data'] | null> {
  const coupon = await db
    .selectFrom('coupons')
    .leftJoin('coupon_counts', 'coupon_counts.coupon_id', 'coupons.id')
    .where('id', '=', couponId)
    .select(['name', 'kind', 'value', 'threshold_fen', 'scope', 'scope_ids', 'issued'])
    .executeTakeFirst();
  if (!coupon) return null;
  const rows = await db
    .selectFrom('company_coupons as held')
    .where('held.coupon_id', '=', couponId)
    .innerJoin('companies', 'companies.id', 'held.company_id')
    .orderBy('held.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .selectAll('held')
    .select((eb) => [
      'companies.name as company',
      eb
        .selectFrom('members')
        .whereRef('members.company_id', '=', 'companies.id')
        .select((agg) => agg.fn.min('members.username').as('username'))
        .as('username'),
    ])
    .execute();
  const words = { unused: '未使用', used: '已使用', expired: '已过期', void: '已作废' } as const;
  return {
    name: coupon.name,
    list: rows.map((row) => {
      const status = couponStatus(
        {
          id: row.id,
          kind: coupon.kind,
          value: coupon.value,
          threshold: coupon.threshold_fen,
          scope: coupon.scope,
          scopeIds: coupon.scope_ids,
          startsAt: row.starts_at,
          endsAt: row.ends_at,
          used: row.purchase_id !== null,
          void: row.is_void,
        },
        now,
      );
      return {
        id: row.id,
        company: row.company,
        username: row.username ?? '',
        starts_at: row.starts_at,
        ends_at: row.ends_at,
        status_text: words[status],
        revocable: status === 'unused' ? 1 : 0,
      };
    }),
    total: coupon.issued ?? 0,
    page,
    page_size: pageSize,
  };
}

/** Revokes an unused coupon of a company. */
export async function revokeCoupon(
  db: Db,
  request: RequestContext,
  id: number,
): Promise<Answer<{ id: number }>> {
  const revoked = await db
    .updateTable('company_coupons')
    .set({ is_void: true })
    .where('id', '=', id)
    .where('purchase_id', 'is', null)
    .where('is_void', '=', false)
    .returning(['coupon_id', 'company_id'])
    .executeTakeFirst();
  if (!revoked) {
    const known = await db.selectFrom('company_coupons').where('id', '=', id).select('id').executeTakeFirst();
    return known ? refuse('invalid', { message: '这张券已使用或已作废' }) : refuse('notFound', GONE);
  }
  const { name } = await db
    .selectFrom('coupons')
    .where('id', '=', revoked.coupon_id)
    .select('name')
    .executeTakeFirstOrThrow();
  const label = `${name}（单位 ${revoked.company_id}）`;
  await record(db, request, { action: 'revoke', subject: 'coupon', id, label });
  return ok({ id }, '已收回');
}
