import {
  CLAIM_KIND,
  CLAIM_STATE,
  type ClaimState,
  claimAbilities,
  claimKindText,
  claimStateText,
  nextClaimState,
  OPEN_CLAIMS,
  sendsGoods,
} from '#shop/domain/claim.ts';
import { formatFen } from '#shop/domain/format.ts';
import { spread } from '#shop/domain/spread.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { notifyCompany } from '../../../kernel/notifications/notify-company.ts';
import { type Refused, refuse } from '../../../kernel/result/answer.ts';
import { linesLeft } from '../refunds/lines.ts';
import { releaseWithheld } from '../refunds/pay-out.ts';
import type { LockedClaim } from './lock.ts';
import { notifyClaimChanged } from './notify-change.ts';
import { type SettlementInput, settleClaim } from './settle.ts';
import { claimUrl } from './url.ts';

/** Withdraws a claim for the buyer. Run it in a transaction that has locked the order's pricing group, then the claim. */
export async function withdrawClaim(db: Db, claim: LockedClaim, now: number): Promise<Refused | null> {
  if (!claimAbilities(claim.status).canCancel) {
    return refuse('invalid', { message: '申请的状态已变化，不能撤销' });
  }
  await setClaimState(db, claim, CLAIM_STATE.withdrawn, '买家撤销申请', now);
  await releaseWithheld(db, claim.order_id, now);
  return null;
}

/** Records the parcel with which the buyer returns the goods. */
export async function shipClaim(
  db: Db,
  claim: LockedClaim,
  parcel: { carrier: string; trackingNo: string },
  now: number,
): Promise<Refused | null> {
  if (!claimAbilities(claim.status).canShip) {
    return refuse('invalid', { message: '申请的状态已变化，不需要寄回' });
  }
  await db
    .updateTable('claims')
    .set({ carrier: parcel.carrier, tracking_no: parcel.trackingNo })
    .where('id', '=', claim.id)
    .execute();
  const text = `买家已寄回：${parcel.carrier} ${parcel.trackingNo}`;
  await setClaimState(db, claim, CLAIM_STATE.toInspect, text, now);
  return null;
}

/** Decision of staff about a step: accepted with a message to the buyer, or refused with a reason. */
export interface ClaimDecision extends SettlementInput {
  accepted: boolean;
  /** Money that a price protection gives, in fen. */
  amount?: number;
}

/**
 * Advances a claim by one step, or refuses it; the last step settles it. Run it in a transaction that has locked the
 * order's pricing group, then the claim.
 */
export async function reviewClaim(
  db: Db,
  claim: LockedClaim,
  decision: ClaimDecision,
): Promise<Refused | null> {
  const { reply, now } = decision;
  const next = nextClaimState(claim.kind, claim.status);
  if (next === null) return refuse('invalid', { message: '申请已经完结' });
  if (!decision.accepted) {
    if (reply === '') return refuse('invalid', { message: '请写明驳回的原因' });
    await db.updateTable('claims').set({ reply }).where('id', '=', claim.id).execute();
    await setClaimState(db, claim, CLAIM_STATE.refused, `驳回：${reply}`, now);
    await releaseWithheld(db, claim.order_id, now);
    return null;
  }
  if (claim.status === CLAIM_STATE.toSend) {
    return refuse('invalid', { message: '等待买家寄回，不需要处理' });
  }
  if (reply !== '') await db.updateTable('claims').set({ reply }).where('id', '=', claim.id).execute();
  if (claim.kind === CLAIM_KIND.priceProtection && claim.status === CLAIM_STATE.reviewing) {
    const refused = await grantAmount(db, claim, decision.amount ?? 0);
    if (refused) return refused;
  }
  if (next === CLAIM_STATE.done) {
    const refused = await settleClaim(db, claim, decision);
    if (refused) return refused;
  }
  const { carrier, trackingNo } = decision.parcel;
  const ended = sendsGoods(claim.kind) ? `已寄出：${carrier} ${trackingNo}` : '已完成';
  const text = next === CLAIM_STATE.done ? ended : `审核通过，${claimStateText(claim.kind, next)}`;
  await setClaimState(db, claim, next, reply === '' ? text : `${text}：${reply}`, now);
  return null;
}

/** Grants a price difference: its share of each line is reserved for it, and no other refund uses it. */
async function grantAmount(db: Db, claim: LockedClaim, amount: number): Promise<Refused | null> {
  const parts = await db
    .selectFrom('claim_lines')
    .where('claim_id', '=', claim.id)
    .orderBy('line_id')
    .orderBy('batch_id')
    .select(['line_id', 'batch_id'])
    .execute();
  const known = new Map((await linesLeft(db, [claim.order_id])).map((line) => [line.id, line]));
  const lines = [...new Set(parts.map(({ line_id }) => line_id))].map((key) => {
    const line = known.get(key);
    return { key, weight: line ? line.payable - line.refunded : 0 };
  });
  const left = lines.reduce((sum, { weight }) => sum + weight, 0);
  if (amount <= 0) return refuse('invalid', { message: '请填写要退的差价' });
  if (amount > left) return refuse('invalid', { message: `差价不能超过商品金额 ${formatFen(left)}` });
  for (const [lineId, share] of spread(amount, lines)) {
    const first = parts.find(({ line_id }) => line_id === lineId);
    if (!first) continue;
    await db
      .updateTable('claim_lines')
      .set({ amount_fen: share })
      .where('claim_id', '=', claim.id)
      .where('line_id', '=', lineId)
      .where('batch_id', '=', first.batch_id)
      .execute();
  }
  await db.updateTable('claims').set({ amount_fen: amount }).where('id', '=', claim.id).execute();
  return null;
}

async function setClaimState(
  db: Db,
  claim: LockedClaim,
  to: ClaimState,
  text: string,
  now: number,
): Promise<void> {
  const ended = !OPEN_CLAIMS.includes(to);
  await db
    .updateTable('claims')
    .set({ status: to, ended_at: ended ? now : null })
    .where('id', '=', claim.id)
    .execute();
  await db.insertInto('claim_events').values({ claim_id: claim.id, at: now, text }).execute();
  await notifyCompany(
    db,
    claim.company_id,
    {
      title: `${claimKindText(claim.kind)} ${claim.no}：${claimStateText(claim.kind, to)}`,
      body: text,
      url: claimUrl(claim),
    },
    now,
  );
  await notifyClaimChanged(db, claim.company_id);
}
