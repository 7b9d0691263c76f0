import type { Calls } from '#generated/calls.ts';
import { DAY } from '#shop/domain/calendar.ts';
import {
  asClaimKind,
  CLAIM_KIND,
  CLAIM_REASONS,
  CLAIM_STATE,
  type ClaimFamily,
  type ClaimKind,
  claimKindText,
  kindsOf,
  OPEN_CLAIMS,
} from '#shop/domain/claim.ts';
import { hasArrived, ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { ownsUploads } from '../../../kernel/files/owns-uploads.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Answer, made, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import type { SiteTerms } from '../../../kernel/site-terms.ts';
import { addOrderEvent, type LockedOrder, saveShippingSupports } from '../../orders/index.ts';
import { lockPricingGroup } from '../refunds/lock.ts';
import { refuseNegativeRefund } from '../refunds/texts.ts';
import { claimableOf } from './claimable.ts';
import { notifyClaimChanged } from './notify-change.ts';
import { type ClaimPart, nearExpiryRefusal, partsOf } from './parts.ts';
import { planReturn, type ReturnPlan } from './plan.ts';

/**
 * Creates a return or an after-sales request for received units, by batch; one of each family at a time (domain §4).
 * Run it in a transaction.
 */
export async function createClaim(
  db: Db,
  member: Member,
  family: ClaimFamily,
  body: Calls['return.create']['body'],
  { site, now }: { site: SiteTerms; now: number },
): Promise<Answer<{ id: number }>> {
  const kind = asClaimKind(body.kind, family);
  if (kind === null) return refuseField('kind', '请选择申请的类型');
  if (!CLAIM_REASONS.some((reason) => reason === body.reason)) return refuseField('reason', '请选择原因');
  const order = await lockPricingGroup(db, body.order_id, member.companyId);
  if (!order) return refuse('notFound', { message: '订单不存在' });
  const refused =
    refuseLateClaim(order, kind, site.constants.trade.returnDays, now) ??
    (await refuseSecondClaim(db, order.id, family));
  if (refused) return refused;
  const uploads = [...new Set(body.upload_ids ?? [])].filter((upload) => upload !== '');
  if (uploads.length > 0 && !(await ownsUploads(db, member.companyId, 'return', uploads))) {
    return refuseField('upload_ids', '图片不存在，请重新上传');
  }
  const parts = partsOf(await claimableOf(db, order.id), body.lines, kind === CLAIM_KIND.refusal);
  if ('refusal' in parts) return parts;
  const near = nearExpiryRefusal(parts, kind, body.reason);
  if (near) return near;
  const plan = family === 'return' ? await planReturn(db, order, parts) : null;
  if (plan && plan.refund < 0) return refuseNegativeRefund(plan.refund);
  if (plan) await saveShippingSupports(db, plan.supports);
  const id = await insertClaim(db, { member, order, kind, body, uploads, parts, plan, now });
  await addOrderEvent(db, order.id, now, `申请${claimKindText(kind)}：${body.reason}`);
  await notifyClaimChanged(db, member.companyId);
  return made({ id }, '申请已提交，请等待审核');
}

/** Refuses a claim of goods that have not arrived, or too many days after completion. A refusal at the door comes before. */
export function refuseLateClaim(
  order: Pick<LockedOrder, 'status' | 'done_at'>,
  kind: ClaimKind,
  days: number,
  now: number,
): Refused | null {
  if (kind === CLAIM_KIND.refusal && order.status !== ORDER_STATE.toReceive) {
    return refuse('invalid', { message: '只有待收货的订单可以拒收' });
  }
  if (!hasArrived(order.status)) {
    return refuse('invalid', { message: '收到商品后才能申请' });
  }
  if (order.done_at !== null && now > order.done_at + days * DAY) {
    return refuse('invalid', { message: `订单完成超过 ${days} 天，不能再申请，请联系客服` });
  }
  return null;
}

async function refuseSecondClaim(db: Db, orderId: number, family: ClaimFamily): Promise<Refused | null> {
  const open = await db
    .selectFrom('claims')
    .where('order_id', '=', orderId)
    .where('status', 'in', OPEN_CLAIMS)
    .where('kind', 'in', kindsOf(family))
    .select('no')
    .executeTakeFirst();
  if (!open) return null;
  return refuse('invalid', { message: `这个订单还有处理中的申请 ${open.no}，完结后才能再次申请` });
}

interface NewClaim {
  member: Member;
  order: LockedOrder;
  kind: ClaimKind;
  body: Calls['return.create']['body'];
  uploads: readonly string[];
  parts: readonly ClaimPart[];
  /** The announced refund of a return; it is binding. */
  plan: ReturnPlan | null;
  now: number;
}

async function insertClaim(db: Db, claim: NewClaim): Promise<number> {
  const { member, order, kind, body, uploads, parts, plan, now } = claim;
  const earlier = await db
    .selectFrom('claims')
    .where('order_id', '=', order.id)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('claims')
    .values({
      no: `S${order.no}${String(earlier.count + 1).padStart(2, '0')}`,
      order_id: order.id,
      company_id: member.companyId,
      member_id: member.id,
      kind,
      status: CLAIM_STATE.reviewing,
      reason: body.reason,
      note: body.note ?? '',
      amount_fen: plan?.refund ?? 0,
      withheld_fen: plan ? plan.own - plan.refund : 0,
      closes: plan?.closes ?? false,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('claim_lines')
    .values(
      parts.map(({ row, number, amount }) => ({
        claim_id: id,
        line_id: row.lineId,
        batch_id: row.batchId,
        number,
        amount_fen: plan ? amount : 0,
      })),
    )
    .execute();
  if (uploads.length > 0) {
    await db
      .insertInto('claim_pictures')
      .values(uploads.map((upload_id, position) => ({ claim_id: id, upload_id, position })))
      .execute();
  }
  await db
    .insertInto('claim_events')
    .values({ claim_id: id, at: now, text: `提交申请：${claimKindText(kind)}，${body.reason}` })
    .execute();
  return id;
}
